// npm run generate: writes the files and the parts of pages that follow from the code. `npm run check` compares them.
import { writeGenerated } from './gates/generated.mjs';

writeGenerated();
