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
CREATE TABLE deadlines (
	game VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	due FLOAT NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "deadlines" VALUES('bceg9oel','away',1.7959981222347638607e+09);
INSERT INTO "deadlines" VALUES('ezvrgezv','bot',1.79599800409231042863e+09);
CREATE TABLE events (
	game VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	body JSON NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('8tlco8ey',1,'created','{"rules": "serpentina", "deck": "standard", "spread": "pile", "seats": [{"kind": "here", "name": "Ana", "pictogram": "cat", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}, {"kind": "open", "name": "", "pictogram": null, "player": null, "device": null, "bot_plays": false}, {"kind": "open", "name": "", "pictogram": null, "player": null, "device": null, "bot_plays": false}], "maker": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "first": "8tlco8ey", "series": [0, 0, 0]}',1.7959980020016098022e+09);
INSERT INTO "events" VALUES('8tlco8ey',2,'joined','{"seat": 2, "name": "Beno\u00eet \ud83d\udc38", "pictogram": "frog", "device": "ae448ac86c4e8e4dec645729708ef41873ae79c6dff84eff73360989487f08e5"}',1.7959980020527741909e+09);
INSERT INTO "events" VALUES('bceg9oel',1,'created','{"rules": "hisss,goal=snakes", "deck": "standard", "spread": "pile", "seats": [{"kind": "here", "name": "Ana", "pictogram": "cat", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}, {"kind": "here", "name": "Ana", "pictogram": "cat", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}], "maker": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "first": "bceg9oel", "series": [0, 0]}',1.79599800205770063392e+09);
INSERT INTO "events" VALUES('bceg9oel',2,'started','{}',1.79599800205932688713e+09);
INSERT INTO "events" VALUES('bceg9oel',3,'drew','{"slot": 47}',1.79599800206703066832e+09);
INSERT INTO "events" VALUES('bceg9oel',4,'placed','{"placement": 0}',1.79599800209530973435e+09);
INSERT INTO "events" VALUES('bceg9oel',5,'drew','{"slot": 37}',1.79599800211907505986e+09);
INSERT INTO "events" VALUES('bceg9oel',6,'placed','{"placement": 1028}',1.79599800212363266949e+09);
INSERT INTO "events" VALUES('bceg9oel',7,'drew','{"slot": 31}',1.79599800212715077401e+09);
INSERT INTO "events" VALUES('bceg9oel',8,'placed','{"placement": 0}',1.79599800213083887097e+09);
INSERT INTO "events" VALUES('bceg9oel',9,'drew','{"slot": 30}',1.79599800213461208348e+09);
INSERT INTO "events" VALUES('bceg9oel',10,'placed','{"placement": 2048}',1.79599800214091420173e+09);
INSERT INTO "events" VALUES('bceg9oel',11,'drew','{"slot": 7}',1.79599800214477968215e+09);
INSERT INTO "events" VALUES('bceg9oel',12,'placed','{"placement": 0}',1.79599800214803934092e+09);
INSERT INTO "events" VALUES('bceg9oel',13,'drew','{"slot": 33}',1.79599800215132451063e+09);
INSERT INTO "events" VALUES('bceg9oel',14,'placed','{"placement": 4}',1.79599800215501570702e+09);
INSERT INTO "events" VALUES('bceg9oel',15,'drew','{"slot": 8}',1.7959980021587159634e+09);
INSERT INTO "events" VALUES('bceg9oel',16,'placed','{"placement": 6}',1.79599800216302871698e+09);
INSERT INTO "events" VALUES('bceg9oel',17,'drew','{"slot": 43}',1.795998002171145916e+09);
INSERT INTO "events" VALUES('bceg9oel',18,'placed','{"placement": 4}',1.79599800217530798911e+09);
INSERT INTO "events" VALUES('bceg9oel',19,'drew','{"slot": 6}',1.79599800218305873872e+09);
INSERT INTO "events" VALUES('bceg9oel',20,'placed','{"placement": 0}',1.7959980021934149265e+09);
INSERT INTO "events" VALUES('bceg9oel',21,'drew','{"slot": 5}',1.79599800219884610176e+09);
INSERT INTO "events" VALUES('bceg9oel',22,'placed','{"placement": 0}',1.79599800220692610739e+09);
INSERT INTO "events" VALUES('bceg9oel',23,'drew','{"slot": 10}',1.79599800221357607842e+09);
INSERT INTO "events" VALUES('bceg9oel',24,'placed','{"placement": 1024}',1.79599800222241282468e+09);
INSERT INTO "events" VALUES('bceg9oel',25,'undid','{}',1.79599800223318314552e+09);
INSERT INTO "events" VALUES('8p57w6kd',1,'created','{"rules": "serpentina", "deck": "<r <b r> b> bg:3 gr:9", "spread": "pile", "seats": [{"kind": "here", "name": "Ana", "pictogram": "cat", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}, {"kind": "bot", "name": "", "pictogram": null, "player": "hatchling", "device": null, "bot_plays": false}], "maker": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "first": "8p57w6kd", "series": [0, 0]}',1.79599800223769593236e+09);
INSERT INTO "events" VALUES('8p57w6kd',2,'started','{}',1.79599800223933172226e+09);
INSERT INTO "events" VALUES('8p57w6kd',3,'drew','{"slot": 4}',1.79599800224320220939e+09);
INSERT INTO "events" VALUES('8p57w6kd',4,'placed','{"placement": 1024}',1.79599800224672913545e+09);
INSERT INTO "events" VALUES('8p57w6kd',5,'drew','{"slot": 8}',1.79599800224999451639e+09);
INSERT INTO "events" VALUES('8p57w6kd',6,'placed','{"placement": 2}',1.79599800225403094296e+09);
INSERT INTO "events" VALUES('8p57w6kd',7,'drew','{"slot": 6}',1.79599800226033806801e+09);
INSERT INTO "events" VALUES('8p57w6kd',8,'placed','{"placement": 2}',1.79599800227483749389e+09);
INSERT INTO "events" VALUES('8p57w6kd',9,'drew','{"slot": 15}',1.79599800228689908984e+09);
INSERT INTO "events" VALUES('8p57w6kd',10,'placed','{"placement": 0}',1.79599800229932785033e+09);
INSERT INTO "events" VALUES('8p57w6kd',11,'drew','{"slot": 3}',1.79599800230505180355e+09);
INSERT INTO "events" VALUES('8p57w6kd',12,'placed','{"placement": 2}',1.79599800231045937538e+09);
INSERT INTO "events" VALUES('8p57w6kd',13,'drew','{"slot": 2}',1.79599800232168126104e+09);
INSERT INTO "events" VALUES('8p57w6kd',14,'placed','{"placement": 1}',1.79599800233628225333e+09);
INSERT INTO "events" VALUES('8p57w6kd',15,'drew','{"slot": 7}',1.79599800235078358649e+09);
INSERT INTO "events" VALUES('8p57w6kd',16,'placed','{"placement": 2}',1.79599800235895490645e+09);
INSERT INTO "events" VALUES('8p57w6kd',17,'drew','{"slot": 12}',1.79599800237083292008e+09);
INSERT INTO "events" VALUES('8p57w6kd',18,'placed','{"placement": 0}',1.79599800238548517228e+09);
INSERT INTO "events" VALUES('8p57w6kd',19,'drew','{"slot": 9}',1.79599800239758658404e+09);
INSERT INTO "events" VALUES('8p57w6kd',20,'placed','{"placement": 1024}',1.79599800240587210648e+09);
INSERT INTO "events" VALUES('8p57w6kd',21,'drew','{"slot": 11}',1.795998002418740511e+09);
INSERT INTO "events" VALUES('8p57w6kd',22,'placed','{"placement": 1}',1.79599800242681193352e+09);
INSERT INTO "events" VALUES('8p57w6kd',23,'drew','{"slot": 14}',1.79599800243467783928e+09);
INSERT INTO "events" VALUES('8p57w6kd',24,'placed','{"placement": 4}',1.79599800244673538205e+09);
INSERT INTO "events" VALUES('8p57w6kd',25,'drew','{"slot": 5}',1.79599800245888876915e+09);
INSERT INTO "events" VALUES('8p57w6kd',26,'placed','{"placement": 1024}',1.79599800246690583229e+09);
INSERT INTO "events" VALUES('8p57w6kd',27,'drew','{"slot": 1}',1.79599800247293877597e+09);
INSERT INTO "events" VALUES('8p57w6kd',28,'placed','{"placement": 1536}',1.79599800248286509511e+09);
INSERT INTO "events" VALUES('8p57w6kd',29,'drew','{"slot": 10}',1.79599800248783850672e+09);
INSERT INTO "events" VALUES('8p57w6kd',30,'placed','{"placement": 0}',1.79599800249777078625e+09);
INSERT INTO "events" VALUES('8p57w6kd',31,'drew','{"slot": 13}',1.7959980025028455257e+09);
INSERT INTO "events" VALUES('8p57w6kd',32,'placed','{"placement": 2049}',1.79599800251078271871e+09);
INSERT INTO "events" VALUES('eraey8i4',1,'created','{"rules": "serpentina,goal=race:10", "deck": "standard:2", "spread": "pile", "seats": [{"kind": "here", "name": "Ana", "pictogram": "cat", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}, {"kind": "bot", "name": "", "pictogram": null, "player": "hatchling", "device": null, "bot_plays": false}, {"kind": "here", "name": "Ana", "pictogram": "cat", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}], "maker": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "first": "eraey8i4", "series": [0, 0, 0]}',1.79599800252225136757e+09);
INSERT INTO "events" VALUES('eraey8i4',2,'started','{}',1.79599800252381563191e+09);
INSERT INTO "events" VALUES('eraey8i4',3,'drew','{"slot": 98}',1.79599800253760623932e+09);
INSERT INTO "events" VALUES('eraey8i4',4,'placed','{"placement": 1}',1.79599800254308032991e+09);
INSERT INTO "events" VALUES('eraey8i4',5,'drew','{"slot": 42}',1.79599800255079555507e+09);
INSERT INTO "events" VALUES('eraey8i4',6,'placed','{"placement": 0}',1.79599800256204605104e+09);
INSERT INTO "events" VALUES('eraey8i4',7,'drew','{"slot": 23}',1.79599800256676149371e+09);
INSERT INTO "events" VALUES('eraey8i4',8,'placed','{"placement": 512}',1.79599800257433700563e+09);
INSERT INTO "events" VALUES('eraey8i4',9,'drew','{"slot": 81}',1.79599800258295583723e+09);
INSERT INTO "events" VALUES('eraey8i4',10,'placed','{"placement": 2}',1.79599800259077167514e+09);
INSERT INTO "events" VALUES('eraey8i4',11,'drew','{"slot": 18}',1.79599800259837841989e+09);
INSERT INTO "events" VALUES('eraey8i4',12,'placed','{"placement": 3}',1.79599800260681915281e+09);
INSERT INTO "events" VALUES('eraey8i4',13,'drew','{"slot": 38}',1.79599800261302494997e+09);
INSERT INTO "events" VALUES('eraey8i4',14,'placed','{"placement": 2048}',1.7959980026232385636e+09);
INSERT INTO "events" VALUES('eraey8i4',15,'drew','{"slot": 62}',1.79599800263080143928e+09);
INSERT INTO "events" VALUES('eraey8i4',16,'placed','{"placement": 2048}',1.79599800264354586597e+09);
INSERT INTO "events" VALUES('eraey8i4',17,'drew','{"slot": 47}',1.79599800265090847007e+09);
INSERT INTO "events" VALUES('eraey8i4',18,'placed','{"placement": 1536}',1.7959980026592373848e+09);
INSERT INTO "events" VALUES('eraey8i4',19,'drew','{"slot": 71}',1.79599800266676688188e+09);
INSERT INTO "events" VALUES('eraey8i4',20,'placed','{"placement": 0}',1.79599800267261767387e+09);
INSERT INTO "events" VALUES('eraey8i4',21,'drew','{"slot": 92}',1.7959980026871590614e+09);
INSERT INTO "events" VALUES('eraey8i4',22,'placed','{"placement": 2048}',1.79599800269761347769e+09);
INSERT INTO "events" VALUES('eraey8i4',23,'drew','{"slot": 57}',1.79599800270597124095e+09);
INSERT INTO "events" VALUES('eraey8i4',24,'placed','{"placement": 0}',1.79599800271354746814e+09);
INSERT INTO "events" VALUES('eraey8i4',25,'drew','{"slot": 84}',1.79599800272887325284e+09);
INSERT INTO "events" VALUES('eraey8i4',26,'placed','{"placement": 1024}',1.79599800274165248871e+09);
INSERT INTO "events" VALUES('eraey8i4',27,'drew','{"slot": 83}',1.79599800275219106679e+09);
INSERT INTO "events" VALUES('eraey8i4',28,'placed','{"placement": 3072}',1.79599800275899767879e+09);
INSERT INTO "events" VALUES('eraey8i4',29,'drew','{"slot": 44}',1.79599800276695156092e+09);
INSERT INTO "events" VALUES('eraey8i4',30,'placed','{"placement": 0}',1.79599800277436470992e+09);
INSERT INTO "events" VALUES('eraey8i4',31,'drew','{"slot": 58}',1.79599800278559422494e+09);
INSERT INTO "events" VALUES('eraey8i4',32,'placed','{"placement": 4096}',1.7959980028072817325e+09);
INSERT INTO "events" VALUES('eraey8i4',33,'left','{"seat": 3}',1.79599800282158827786e+09);
INSERT INTO "events" VALUES('eraey8i4',34,'back','{"seat": 3}',1.7959980028527781963e+09);
INSERT INTO "events" VALUES('eraey8i4',35,'drew','{"slot": 11}',1.79599800286296916009e+09);
INSERT INTO "events" VALUES('eraey8i4',36,'placed','{"placement": 516}',1.79599800287071943282e+09);
INSERT INTO "events" VALUES('eraey8i4',37,'counted','{}',1.79599800287867975238e+09);
INSERT INTO "events" VALUES('ezvrgezv',1,'created','{"rules": "serpentina,goal=race:10", "deck": "standard:2", "spread": "pile", "seats": [{"kind": "bot", "name": "", "pictogram": null, "player": "hatchling", "device": null, "bot_plays": false}, {"kind": "here", "name": "Ana", "pictogram": "cat", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}, {"kind": "here", "name": "Ana", "pictogram": "cat", "player": null, "device": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "bot_plays": false}], "maker": "47766f447025dcb4502446521a52c52a8c9208c6e6e63291b9f2188d0a75590e", "first": "eraey8i4", "series": [0, 0, 1]}',1.7959980028878972531e+09);
INSERT INTO "events" VALUES('ezvrgezv',2,'started','{}',1.79599800289231038095e+09);
INSERT INTO "events" VALUES('eraey8i4',38,'renewed','{"next": "ezvrgezv"}',1.795998002893969059e+09);
CREATE TABLE games (
	id VARCHAR NOT NULL, 
	secret VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	touched FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('8tlco8ey','{"nonce": "017329db70081ff655cb04e2790cbd13", "order": "<p oy pr pr bp or <b op bo p> py or oy <g bg br b> by gp <o go bp go bp py ry gr pr op o> <* oy ry y> <y <r gy gr gy r> gp gy by bg g> or bg *> bo br"}','lobby',1.7959980020527741909e+09);
INSERT INTO "games" VALUES('bceg9oel','{"nonce": "6a0f5919c3e0b59fb30d1c4e4ac25270", "order": "oy gp py b> bo <r by <o op p> bo *> gy pr or py <y y> oy bp <g bg br <p o> go ry or bg gp pr gr <* gr ry gy bp by go or oy gy br r> op pr g> <b bp bg"}','playing',1.79599800223318314552e+09);
INSERT INTO "games" VALUES('8p57w6kd','{"nonce": "55dc210164e4d5c179e26eada2ba0a2f", "order": "gr <b bg gr <r gr r> gr gr gr b> gr bg gr gr bg"}','over',1.79599800251078271871e+09);
INSERT INTO "games" VALUES('eraey8i4','{"nonce": "e4068894be943d35d6184a760a0e684e", "order": "bp py bp p> bp or or go br py bo op gy or pr pr y> py oy or o> go r> <p bg b> bp gy y> p> gp br bp *> oy g> oy go by bg gy <g or ry ry gp br op b> bg by br gp gr *> bg <* <y by oy <p ry pr gy gr gr pr by bp go bo gr ry gy op <r gp bo <y gy <b g> <o oy pr <b <g r> pr op bo bg <* o> py <o or <r bg oy"}','counted',1.795998002893969059e+09);
INSERT INTO "games" VALUES('ezvrgezv','{"nonce": "3055f1a1788fa938e6e84370ec651ded", "order": "by gr oy gy <g bg <o <y op py <* pr bo or py or *> br g> br by pr by r> gr op bg bo oy or ry bp <y bg py p> pr o> bo gy gp ry go gy *> bp oy <b py b> gp oy <g go gp bp pr gy ry gy y> bo or go br oy bg y> <r gr gy go oy <* <p or op br or b> bp <p o> bp bg pr <r bg op p> g> by <o gp gr r> bp pr ry <b"}','playing',1.79599800289231038095e+09);
CREATE INDEX ix_games_touched ON games (touched);
COMMIT;
