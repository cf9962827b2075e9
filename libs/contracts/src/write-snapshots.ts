import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { breakOf, schemaOf, type ContractSchema } from './contract-schema.js';
import { contracts } from './contracts.js';

// Run by `npm run generate`: writes new contracts and optional additions, and rejects any other change.
for (const event of contracts) {
  const file = new URL(`../snapshots/${event.subject}.json`, import.meta.url);
  const now = schemaOf(event);
  const why = existsSync(file) ? breakOf(JSON.parse(readFileSync(file, 'utf8')) as ContractSchema, now) : undefined;
  if (why) {
    console.error(`${event.subject} is published and cannot change (${why}). Publish v${event.version + 1} beside it.`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  }
}
