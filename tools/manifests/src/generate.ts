import { writeFileSync } from 'node:fs';
import { natsAuthorization } from '@sprayhunt/contracts/nats-users';
import { configurationDoc } from './configuration-doc.js';

/** The users of the cluster's NATS servers; `operator` is for `nats stream edit` and the like. */
writeFileSync(
  new URL('../../../k8s/components/nats/authorization.conf', import.meta.url),
  natsAuthorization('sprayhunt', 'operator'),
);
writeFileSync(
  new URL('../../../docs/operations/configure.md', import.meta.url),
  await configurationDoc('dist/config.js'),
);
