import { withServer } from './harness/site.js';
import { badDocuments } from './refusals/documents.js';
import { badInput } from './refusals/input.js';
import { longValues } from './refusals/long-values.js';
import { badNames } from './refusals/names.js';
import { refusalsOn } from './refusals/refusals.js';

/** All on one server, one after another: each counts every row that there is. */
const describeRefusals = refusalsOn(withServer());

badDocuments(describeRefusals);
badInput(describeRefusals);
badNames(describeRefusals);
longValues(describeRefusals);
