// `npm run release-api`: records the present APIs, which later versions must not break (ADR 29).
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './steps.mjs';

const gateway = path.join(root, 'services/gateway');
for (const [from, to] of [
  ['src/graphql/api.graphql', 'released/api.graphql'],
  ['src/rest/openapi.json', 'released/openapi.json'],
]) {
  copyFileSync(path.join(gateway, from), path.join(gateway, to));
  console.log(`services/gateway/${to} is now as services/gateway/${from}`);
}
console.log('Tell partners in services/gateway/src/edge/api-changelog.json what changed.');
