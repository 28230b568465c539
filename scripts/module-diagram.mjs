// npm run diagram: draws the modules of the server into docs/ARCHITECTURE.md. A gate compares the two.
import { writeDiagram } from './gates/module-diagram.mjs';

writeDiagram();
