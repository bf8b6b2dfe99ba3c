/** In every test file of the project `postgresql`: its worlds keep their rows there. */
import { inject } from 'vitest';
import { databasesFrom } from './fresh-database.js';
import { migratedTemplate, PostgresDatabases } from './postgres-databases.js';
import './postgres-setup.js';

const databases = new PostgresDatabases(inject('postgres'));
databasesFrom(() => databases.make(migratedTemplate));
