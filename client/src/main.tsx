import { render } from "preact";

render(<h1>Serpentina</h1>, document.getElementById("page")!);
