import { readFileSync } from 'node:fs';
import { root } from '../files.js';
import { acceptedAdvisories, advisoryProblems, audit } from './advisories.js';

// `npm run advisories`: exit code 0 if nothing is found, 1 if something is, 2 if the registry could not be reached.
const accepted = acceptedAdvisories.parse(
  JSON.parse(readFileSync(`${root}tools/workspace/src/supply-chain/advisories.json`, 'utf8')),
);
const asked = await audit(root);
if (asked.outcome === 'checked') {
  const problems = advisoryProblems(asked.advisories, accepted, new Date().toISOString().slice(0, 10));
  for (const problem of problems) console.error(problem);
  console.log(`advisories: ${problems.length} to act on, ${accepted.length} in advisories.json`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  console.error(
    `advisories: ` +
      `${asked.outcome === 'not offered' ? 'this registry offers none' : 'the registry could not be asked'}, so ` +
      `packages were not checked for known vulnerabilities (${asked.why})`,
  );
  process.exitCode = 2;
}
