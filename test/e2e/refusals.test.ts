import { withServer } from './harness/site.js';
import { badDocuments } from './refusals/documents.js';
import { badGraphql } from './refusals/graphql.js';
import { badInput } from './refusals/input.js';
import { longValues } from './refusals/long-values.js';
import { badNames } from './refusals/names.js';
import { refusalsOn } from './refusals/refusals.js';
import { badRest, maxBody } from './refusals/rest.js';

/** All on one server, one after another: those of the authority count every row that there is. */
const site = withServer({ TRUSTATE_MAX_BODY_SIZE: String(maxBody), TRUSTATE_MAX_STATE_SIZE: '128KiB' });
badRest(site);
badGraphql(site);

const describeRefusals = refusalsOn(site);
badDocuments(describeRefusals);
badInput(describeRefusals);
badNames(describeRefusals);
longValues(describeRefusals);
