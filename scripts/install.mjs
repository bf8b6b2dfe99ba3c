// Installs what npm start leaves out, before a command of package.json that needs it: tools for code, and what tests import.
import { installed } from './prepare.mjs';
import { main } from './steps.mjs';

await main('install', () => installed());
