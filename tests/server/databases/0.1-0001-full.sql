BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE commands (
	game VARCHAR NOT NULL, 
	device VARCHAR NOT NULL, 
	command_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (game, device, command_id), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "commands" VALUES('exxlcr3d','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','db106bf42a3ba31c',2);
INSERT INTO "commands" VALUES('h5linsz5','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','9fba0c4afeaaf1e4',3);
INSERT INTO "commands" VALUES('h5linsz5','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','6496d2bc3a56b27b',4);
INSERT INTO "commands" VALUES('h5linsz5','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','92321eca4af15488',5);
INSERT INTO "commands" VALUES('h5linsz5','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','9328003ceb963df4',6);
INSERT INTO "commands" VALUES('h5linsz5','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','e3274ad69c1cb00a',7);
INSERT INTO "commands" VALUES('h5linsz5','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','e5180b670d76f629',8);
INSERT INTO "commands" VALUES('h5linsz5','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','7a50a16063bc68eb',9);
INSERT INTO "commands" VALUES('h5linsz5','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','5b23a57a5958edd7',10);
INSERT INTO "commands" VALUES('h5linsz5','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','7d438fb9f684ae9f',13);
INSERT INTO "commands" VALUES('9xalxwzr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','59732f8abbec0a89',3);
INSERT INTO "commands" VALUES('9xalxwzr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','e7a4a3384acda6fc',4);
INSERT INTO "commands" VALUES('9xalxwzr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','02243808f86aba22',5);
INSERT INTO "commands" VALUES('9xalxwzr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','35d1fdd135741be3',6);
INSERT INTO "commands" VALUES('9xalxwzr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','325a8b5a06948a13',7);
INSERT INTO "commands" VALUES('9xalxwzr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','a81776d7c056d449',8);
INSERT INTO "commands" VALUES('9xalxwzr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','6d76ddf6ee2e67fc',9);
INSERT INTO "commands" VALUES('9xalxwzr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','a1a5012900f8ad42',10);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','63b85920a62f8813',3);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','8a8c31d74d396369',4);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','1b5e029eb2a0b110',7);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','0e76324c4fc8407d',8);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','0de2e49668e8f7e3',11);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','727caa237a39c3bb',12);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','859ecd8c1a58dd43',15);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','e10717b23ff6af5b',16);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','2b4e78b638d03b0e',19);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','13c302cddf4a9fd1',20);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','81a26973bbaea154',23);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','4ed9bdf81c0ab963',24);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','c9fee81b8f68273f',27);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','20756b564a63774c',28);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','b844ff1780e29369',31);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','a85da257f506192b',32);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','64fcd7c88162db69',35);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','85bded2e73b437ec',36);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','6473ac5cd3ce1574',39);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','7e9f57625a9f21c8',40);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','67eea35d52aee733',43);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','ce11080e92216e8e',44);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','012d9d55879fadbd',47);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','fbf83666bd5a713e',48);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','7b6527a57d11af06',51);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','480cec050fc59361',52);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','8a71e6dafe42feb1',55);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','a63605c35c9b8d72',56);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','be4bba0771af0325',59);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','f64cc0d350a35272',60);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','923220fcca307054',63);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','62ad89d8725a14d5',64);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','978ee2eba3d526d6',67);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','c899d47f3eb542b9',68);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','f312cf68a81d7658',71);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','ab9a121120705f42',72);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','5e72004a49c66f18',75);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','8cca1ccb85f98046',76);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','e5f1dcc22d691cbb',79);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','77475a10dfb0aa30',80);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','6a9d2dc015be091a',83);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','967612bb11c57c39',84);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','72d75e73ec761346',87);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','131caed5a076cd26',88);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','5347433537745304',91);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','b144670ca9b985e7',92);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','efe6ae2600446729',95);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','1e7e25f48efa7b27',96);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','8241dd98d7a58b4e',99);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','0718e67568a47bf2',100);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','a69b37ff87cdbbed',101);
INSERT INTO "commands" VALUES('kzrjoqfr','47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e','63e6d48c0fa3d989',102);
CREATE TABLE deadlines (
	game VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	due FLOAT NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "deadlines" VALUES('h5linsz5','away',1.79606744120927405358e+09);
INSERT INTO "deadlines" VALUES('w7ar5adt','away',1.79606745482790112491e+09);
CREATE TABLE events (
	game VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	body JSON NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('exxlcr3d',1,'created','{"rules": "hisss,must_match=off", "deck": "standard", "spread": "pile", "seats": [{"kind": "here", "name": "Ana", "pictogram": "cat", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}, {"kind": "open", "name": "", "pictogram": null, "player": null, "device": null, "bot_plays": false}], "maker": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "first": "exxlcr3d", "series": [0, 0], "hints": false}',1.79606731949789619447e+09);
INSERT INTO "events" VALUES('exxlcr3d',2,'renamed','{"seat": 1, "name": "\u00c4nne", "pictogram": "cat"}',1.79606731961552762988e+09);
INSERT INTO "events" VALUES('h5linsz5',1,'created','{"rules": "serpentina", "deck": "standard", "spread": "fan", "seats": [{"kind": "here", "name": "Ana", "pictogram": "cat", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}, {"kind": "here", "name": "", "pictogram": "owl", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}, {"kind": "bot", "name": "", "pictogram": null, "player": "gentle:1:50", "device": null, "bot_plays": false}], "maker": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "first": "h5linsz5", "series": [0, 0, 0], "hints": true}',1.79606731989836621282e+09);
INSERT INTO "events" VALUES('h5linsz5',2,'started','{}',1.79606731991327643396e+09);
INSERT INTO "events" VALUES('h5linsz5',3,'drew','{"slot": 49}',1.79606732002241897576e+09);
INSERT INTO "events" VALUES('h5linsz5',4,'placed','{"placement": 0}',1.79606732009368848801e+09);
INSERT INTO "events" VALUES('h5linsz5',5,'undid','{}',1.79606732021483969687e+09);
INSERT INTO "events" VALUES('h5linsz5',6,'placed','{"placement": 0}',1.7960673203656127453e+09);
INSERT INTO "events" VALUES('h5linsz5',7,'left','{"seat": 1}',1.79606732051740241055e+09);
INSERT INTO "events" VALUES('h5linsz5',8,'back','{"seat": 1}',1.79606732064465451242e+09);
INSERT INTO "events" VALUES('h5linsz5',9,'drew','{"slot": 48}',1.79606732078034257889e+09);
INSERT INTO "events" VALUES('h5linsz5',10,'placed','{"placement": 3}',1.79606732086229920388e+09);
INSERT INTO "events" VALUES('h5linsz5',11,'drew','{"slot": 18}',1.79606732091353273389e+09);
INSERT INTO "events" VALUES('h5linsz5',12,'placed','{"placement": 4}',1.79606732094844245917e+09);
INSERT INTO "events" VALUES('h5linsz5',13,'drew','{"slot": 1}',1.79606732120134639741e+09);
INSERT INTO "events" VALUES('9xalxwzr',1,'created','{"rules": "serpentina", "deck": "<r r> gr:3", "spread": "fan", "seats": [{"kind": "here", "name": "", "pictogram": "hen", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}, {"kind": "here", "name": "", "pictogram": "fox", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}], "maker": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "first": "9xalxwzr", "series": [0, 0], "hints": false}',1.79606732141203713415e+09);
INSERT INTO "events" VALUES('9xalxwzr',2,'started','{}',1.79606732142529964451e+09);
INSERT INTO "events" VALUES('9xalxwzr',3,'drew','{"slot": 4}',1.79606732157844328876e+09);
INSERT INTO "events" VALUES('9xalxwzr',4,'placed','{"placement": 1024}',1.79606732167804932593e+09);
INSERT INTO "events" VALUES('9xalxwzr',5,'drew','{"slot": 3}',1.79606732189340949053e+09);
INSERT INTO "events" VALUES('9xalxwzr',6,'placed','{"placement": 2}',1.79606732199509549138e+09);
INSERT INTO "events" VALUES('9xalxwzr',7,'drew','{"slot": 2}',1.79606732222482538222e+09);
INSERT INTO "events" VALUES('9xalxwzr',8,'placed','{"placement": 2}',1.79606732231734085082e+09);
INSERT INTO "events" VALUES('9xalxwzr',9,'drew','{"slot": 1}',1.79606732253288817408e+09);
INSERT INTO "events" VALUES('9xalxwzr',10,'placed','{"placement": 0}',1.79606732261784791948e+09);
INSERT INTO "events" VALUES('kzrjoqfr',1,'created','{"rules": "serpentina", "deck": "standard", "spread": "fan", "seats": [{"kind": "here", "name": "", "pictogram": "bee", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}, {"kind": "bot", "name": "", "pictogram": null, "player": "garter", "device": null, "bot_plays": false}], "maker": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "first": "kzrjoqfr", "series": [0, 0], "hints": false}',1.79606732302917861936e+09);
INSERT INTO "events" VALUES('kzrjoqfr',2,'started','{}',1.79606732303050708769e+09);
INSERT INTO "events" VALUES('kzrjoqfr',3,'drew','{"slot": 49}',1.79606732316920447356e+09);
INSERT INTO "events" VALUES('kzrjoqfr',4,'placed','{"placement": 0}',1.79606732331204771999e+09);
INSERT INTO "events" VALUES('kzrjoqfr',5,'drew','{"slot": 42}',1.79606732338367271421e+09);
INSERT INTO "events" VALUES('kzrjoqfr',6,'placed','{"placement": 2}',1.79606732344926977151e+09);
INSERT INTO "events" VALUES('kzrjoqfr',7,'drew','{"slot": 48}',1.79606732367324399947e+09);
INSERT INTO "events" VALUES('kzrjoqfr',8,'placed','{"placement": 4}',1.79606732378556394578e+09);
INSERT INTO "events" VALUES('kzrjoqfr',9,'drew','{"slot": 25}',1.79606732387437582022e+09);
INSERT INTO "events" VALUES('kzrjoqfr',10,'placed','{"placement": 0}',1.79606732396121263504e+09);
INSERT INTO "events" VALUES('kzrjoqfr',11,'drew','{"slot": 47}',1.79606732411717367166e+09);
INSERT INTO "events" VALUES('kzrjoqfr',12,'placed','{"placement": 2}',1.79606732423720145226e+09);
INSERT INTO "events" VALUES('kzrjoqfr',13,'drew','{"slot": 34}',1.79606732432370805744e+09);
INSERT INTO "events" VALUES('kzrjoqfr',14,'placed','{"placement": 3072}',1.79606732442272257806e+09);
INSERT INTO "events" VALUES('kzrjoqfr',15,'drew','{"slot": 46}',1.79606732457461953163e+09);
INSERT INTO "events" VALUES('kzrjoqfr',16,'placed','{"placement": 1024}',1.79606732470504546167e+09);
INSERT INTO "events" VALUES('kzrjoqfr',17,'drew','{"slot": 10}',1.79606732480296707151e+09);
INSERT INTO "events" VALUES('kzrjoqfr',18,'placed','{"placement": 5}',1.79606732485386967656e+09);
INSERT INTO "events" VALUES('kzrjoqfr',19,'drew','{"slot": 45}',1.79606732506145596499e+09);
INSERT INTO "events" VALUES('kzrjoqfr',20,'placed','{"placement": 2048}',1.79606732516349244114e+09);
INSERT INTO "events" VALUES('kzrjoqfr',21,'drew','{"slot": 28}',1.79606732526648116112e+09);
INSERT INTO "events" VALUES('kzrjoqfr',22,'placed','{"placement": 3076}',1796067325.34837);
INSERT INTO "events" VALUES('kzrjoqfr',23,'drew','{"slot": 44}',1.79606732554527068136e+09);
INSERT INTO "events" VALUES('kzrjoqfr',24,'placed','{"placement": 0}',1.79606732567734789845e+09);
INSERT INTO "events" VALUES('kzrjoqfr',25,'drew','{"slot": 14}',1.79606732576078581813e+09);
INSERT INTO "events" VALUES('kzrjoqfr',26,'placed','{"placement": 2048}',1.79606732586538052559e+09);
INSERT INTO "events" VALUES('kzrjoqfr',27,'drew','{"slot": 43}',1.79606732603721308714e+09);
INSERT INTO "events" VALUES('kzrjoqfr',28,'placed','{"placement": 2}',1.7960673261315443516e+09);
INSERT INTO "events" VALUES('kzrjoqfr',29,'drew','{"slot": 31}',1.79606732621690821645e+09);
INSERT INTO "events" VALUES('kzrjoqfr',30,'placed','{"placement": 4}',1.79606732631964445111e+09);
INSERT INTO "events" VALUES('kzrjoqfr',31,'drew','{"slot": 41}',1.79606732651821923252e+09);
INSERT INTO "events" VALUES('kzrjoqfr',32,'placed','{"placement": 0}',1.79606732665318965906e+09);
INSERT INTO "events" VALUES('kzrjoqfr',33,'drew','{"slot": 20}',1.79606732672372651103e+09);
INSERT INTO "events" VALUES('kzrjoqfr',34,'placed','{"placement": 0}',1.79606732679866313933e+09);
INSERT INTO "events" VALUES('kzrjoqfr',35,'drew','{"slot": 40}',1.79606732695897436139e+09);
INSERT INTO "events" VALUES('kzrjoqfr',36,'placed','{"placement": 5}',1.79606732707765364646e+09);
INSERT INTO "events" VALUES('kzrjoqfr',37,'drew','{"slot": 24}',1.79606732718599486353e+09);
INSERT INTO "events" VALUES('kzrjoqfr',38,'placed','{"placement": 4}',1.79606732726527619364e+09);
INSERT INTO "events" VALUES('kzrjoqfr',39,'drew','{"slot": 39}',1.796067327420640707e+09);
INSERT INTO "events" VALUES('kzrjoqfr',40,'placed','{"placement": 0}',1.79606732752117109297e+09);
INSERT INTO "events" VALUES('kzrjoqfr',41,'drew','{"slot": 15}',1.79606732761593556411e+09);
INSERT INTO "events" VALUES('kzrjoqfr',42,'placed','{"placement": 1024}',1.79606732770654392247e+09);
INSERT INTO "events" VALUES('kzrjoqfr',43,'drew','{"slot": 38}',1.79606732789715242389e+09);
INSERT INTO "events" VALUES('kzrjoqfr',44,'placed','{"placement": 1}',1.79606732799405789374e+09);
INSERT INTO "events" VALUES('kzrjoqfr',45,'drew','{"slot": 4}',1.79606732805905461311e+09);
INSERT INTO "events" VALUES('kzrjoqfr',46,'placed','{"placement": 2560}',1.79606732814179086686e+09);
INSERT INTO "events" VALUES('kzrjoqfr',47,'drew','{"slot": 37}',1.79606732829882645603e+09);
INSERT INTO "events" VALUES('kzrjoqfr',48,'placed','{"placement": 1}',1.79606732840247774129e+09);
INSERT INTO "events" VALUES('kzrjoqfr',49,'drew','{"slot": 21}',1.79606732851723217966e+09);
INSERT INTO "events" VALUES('kzrjoqfr',50,'placed','{"placement": 1}',1.79606732862079143523e+09);
INSERT INTO "events" VALUES('kzrjoqfr',51,'drew','{"slot": 36}',1.79606732879867911334e+09);
INSERT INTO "events" VALUES('kzrjoqfr',52,'placed','{"placement": 2560}',1.79606732888146781923e+09);
INSERT INTO "events" VALUES('kzrjoqfr',53,'drew','{"slot": 29}',1.79606732894275617599e+09);
INSERT INTO "events" VALUES('kzrjoqfr',54,'placed','{"placement": 0}',1.7960673291172814369e+09);
INSERT INTO "events" VALUES('kzrjoqfr',55,'drew','{"slot": 35}',1.79606732926985335346e+09);
INSERT INTO "events" VALUES('kzrjoqfr',56,'placed','{"placement": 0}',1796067329.3853);
INSERT INTO "events" VALUES('kzrjoqfr',57,'drew','{"slot": 16}',1.79606732946469116211e+09);
INSERT INTO "events" VALUES('kzrjoqfr',58,'placed','{"placement": 6}',1.79606732957552599908e+09);
INSERT INTO "events" VALUES('kzrjoqfr',59,'drew','{"slot": 33}',1.7960673297589673996e+09);
INSERT INTO "events" VALUES('kzrjoqfr',60,'placed','{"placement": 512}',1.79606732986743903158e+09);
INSERT INTO "events" VALUES('kzrjoqfr',61,'drew','{"slot": 26}',1.79606732996582579616e+09);
INSERT INTO "events" VALUES('kzrjoqfr',62,'placed','{"placement": 5}',1.79606733003837466238e+09);
INSERT INTO "events" VALUES('kzrjoqfr',63,'drew','{"slot": 32}',1.79606733017827701571e+09);
INSERT INTO "events" VALUES('kzrjoqfr',64,'placed','{"placement": 1}',1.79606733029729866979e+09);
INSERT INTO "events" VALUES('kzrjoqfr',65,'drew','{"slot": 13}',1.79606733037722516056e+09);
INSERT INTO "events" VALUES('kzrjoqfr',66,'placed','{"placement": 8}',1.79606733046529483789e+09);
INSERT INTO "events" VALUES('kzrjoqfr',67,'drew','{"slot": 30}',1.79606733061716532708e+09);
INSERT INTO "events" VALUES('kzrjoqfr',68,'placed','{"placement": 4608}',1.796067330715069294e+09);
INSERT INTO "events" VALUES('kzrjoqfr',69,'drew','{"slot": 8}',1.79606733076935315136e+09);
INSERT INTO "events" VALUES('kzrjoqfr',70,'placed','{"placement": 4096}',1.7960673308692183495e+09);
INSERT INTO "events" VALUES('kzrjoqfr',71,'drew','{"slot": 27}',1.79606733104149413103e+09);
INSERT INTO "events" VALUES('kzrjoqfr',72,'placed','{"placement": 5}',1.79606733112452530854e+09);
INSERT INTO "events" VALUES('kzrjoqfr',73,'drew','{"slot": 2}',1.79606733122858953479e+09);
INSERT INTO "events" VALUES('kzrjoqfr',74,'placed','{"placement": 512}',1.79606733132660961152e+09);
INSERT INTO "events" VALUES('kzrjoqfr',75,'drew','{"slot": 23}',1.79606733154242372519e+09);
INSERT INTO "events" VALUES('kzrjoqfr',76,'placed','{"placement": 8}',1.79606733163530254363e+09);
INSERT INTO "events" VALUES('kzrjoqfr',77,'drew','{"slot": 18}',1.7960673317022254467e+09);
INSERT INTO "events" VALUES('kzrjoqfr',78,'placed','{"placement": 1536}',1.79606733178121399877e+09);
INSERT INTO "events" VALUES('kzrjoqfr',79,'drew','{"slot": 22}',1.79606733196121597291e+09);
INSERT INTO "events" VALUES('kzrjoqfr',80,'placed','{"placement": 3}',1.79606733210120606426e+09);
INSERT INTO "events" VALUES('kzrjoqfr',81,'drew','{"slot": 12}',1.79606733217020440103e+09);
INSERT INTO "events" VALUES('kzrjoqfr',82,'placed','{"placement": 2560}',1.79606733227357673646e+09);
INSERT INTO "events" VALUES('kzrjoqfr',83,'drew','{"slot": 19}',1.79606733241984629629e+09);
INSERT INTO "events" VALUES('kzrjoqfr',84,'placed','{"placement": 1536}',1.79606733252527785301e+09);
INSERT INTO "events" VALUES('kzrjoqfr',85,'drew','{"slot": 17}',1796067332.63342);
INSERT INTO "events" VALUES('kzrjoqfr',86,'placed','{"placement": 4096}',1.79606733271327328677e+09);
INSERT INTO "events" VALUES('kzrjoqfr',87,'drew','{"slot": 11}',1.79606733292135214803e+09);
INSERT INTO "events" VALUES('kzrjoqfr',88,'placed','{"placement": 0}',1.79606733302917504317e+09);
INSERT INTO "events" VALUES('kzrjoqfr',89,'drew','{"slot": 5}',1.79606733310489487644e+09);
INSERT INTO "events" VALUES('kzrjoqfr',90,'placed','{"placement": 4105}',1.79606733321069121363e+09);
INSERT INTO "events" VALUES('kzrjoqfr',91,'drew','{"slot": 9}',1.79606733338561654089e+09);
INSERT INTO "events" VALUES('kzrjoqfr',92,'placed','{"placement": 1536}',1.79606733344261598585e+09);
INSERT INTO "events" VALUES('kzrjoqfr',93,'drew','{"slot": 6}',1.79606733351369214062e+09);
INSERT INTO "events" VALUES('kzrjoqfr',94,'placed','{"placement": 0}',1.79606733357270836829e+09);
INSERT INTO "events" VALUES('kzrjoqfr',95,'drew','{"slot": 7}',1.7960673337534918785e+09);
INSERT INTO "events" VALUES('kzrjoqfr',96,'placed','{"placement": 0}',1.79606733384959483144e+09);
INSERT INTO "events" VALUES('kzrjoqfr',97,'drew','{"slot": 3}',1.79606733392428517337e+09);
INSERT INTO "events" VALUES('kzrjoqfr',98,'placed','{"placement": 7}',1.7960673340013065338e+09);
INSERT INTO "events" VALUES('kzrjoqfr',99,'drew','{"slot": 1}',1.79606733416379427906e+09);
INSERT INTO "events" VALUES('kzrjoqfr',100,'placed','{"placement": 7}',1.79606733422282028199e+09);
INSERT INTO "events" VALUES('kzrjoqfr',101,'counted','{}',1.79606733446914124487e+09);
INSERT INTO "events" VALUES('w7ar5adt',1,'created','{"rules": "serpentina", "deck": "standard", "spread": "fan", "seats": [{"kind": "bot", "name": "", "pictogram": null, "player": "garter", "device": null, "bot_plays": false}, {"kind": "here", "name": "", "pictogram": "bee", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}], "maker": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "first": "kzrjoqfr", "series": [1, 0], "hints": false}',1.79606733470528721809e+09);
INSERT INTO "events" VALUES('w7ar5adt',2,'started','{}',1.79606733471718859676e+09);
INSERT INTO "events" VALUES('kzrjoqfr',102,'renewed','{"next": "w7ar5adt"}',1.79606733473138427729e+09);
INSERT INTO "events" VALUES('w7ar5adt',3,'drew','{"slot": 45}',1.79606733477132105829e+09);
INSERT INTO "events" VALUES('w7ar5adt',4,'placed','{"placement": 0}',1.79606733482291579251e+09);
CREATE TABLE games (
	id VARCHAR NOT NULL, 
	secret VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	touched FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('exxlcr3d','{"nonce": "9c350264b7ebc0f41e1f3265ceffa51a", "order": "br pr pr or br op gy oy gy oy gy or <g pr o> gr ry bp y> py go <r bo oy r> op gp gr bg gp <* bp ry bp by g> <p <y by *> bg p> py <b b> bg or bo go <o"}','lobby',1.79606731961552762988e+09);
INSERT INTO "games" VALUES('h5linsz5','{"nonce": "ddcd742f013493af15762f9b63990109", "order": "ry pr bp bg or by go gy <o <g bp p> py gr bg gy <* <y op bo gp ry y> bp gy by <b op oy <r r> br or o> pr py pr oy br <p b> go oy gr g> gp or *> bo bg"}','playing',1.79606732120134639741e+09);
INSERT INTO "games" VALUES('9xalxwzr','{"nonce": "93e4893a6d6eab7fd9f2839e12f0768b", "order": "<r gr r> gr gr"}','over',1.79606732261784791948e+09);
INSERT INTO "games" VALUES('kzrjoqfr','{"nonce": "f3fe62531ea036f29f079855da850a23", "order": "<g gp <y bg oy bo y> bg pr or br <p <r or gy op go oy pr ry by pr py py *> gy b> or br <o bp go gy gr by p> bo g> op r> bg gp gr o> <* bp oy ry bp <b"}','counted',1.79606733473138427729e+09);
INSERT INTO "games" VALUES('w7ar5adt','{"nonce": "befabd7adab6bd54aede15195ee1eaf7", "order": "<o or <g go bp oy by gr *> pr oy ry bp op r> ry bo or g> py gp bg gy <* or gy gy oy br br op o> <p <y go py <r by bo gp bg p> b> y> bg pr bp gr pr <b"}','playing',1.79606733482291579251e+09);
CREATE INDEX ix_games_touched ON games (touched);
COMMIT;
