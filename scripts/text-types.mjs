// npm run texts: names the texts of every folder in lib/texts.ts of the web app. A gate compares the two.
import { writeTextTypes } from './gates/text-types.mjs';

writeTextTypes();
