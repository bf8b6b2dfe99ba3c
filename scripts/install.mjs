// Installs what npm start leaves out, before a command of package.json that needs it: tools for code, and what tests import.
import { installed, main } from './steps.mjs';

await main('install', () => installed());
