import { readFileSync, writeFileSync } from 'node:fs';
import { natsAuthorization } from '@sprayhunt/contracts/nats-users';
import { configurationDoc } from './configuration-doc.js';
import { listingFiles, serviceRules } from './deployment-lists.js';

const inRoot = (path: string): URL => new URL(`../../../${path}`, import.meta.url);

for (const { path, update } of listingFiles) writeFileSync(inRoot(path), update(readFileSync(inRoot(path), 'utf8')));
writeFileSync(inRoot('observability/prometheus/rules/services.yml'), serviceRules());
/** The users of the cluster's NATS servers; `operator` is for `nats stream edit` and the like. */
writeFileSync(inRoot('k8s/components/nats/authorization.conf'), natsAuthorization('sprayhunt', 'operator'));
writeFileSync(inRoot('docs/operations/configure.md'), await configurationDoc('dist/config.js'));
