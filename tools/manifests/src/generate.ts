import { writeFileSync } from 'node:fs';
import { natsAuthorization } from '@sprayhunt/contracts/nats-users';

/** The users of the cluster's NATS servers; `operator` is for `nats stream edit` and the like. */
writeFileSync(new URL('../../../k8s/components/nats/authorization.conf', import.meta.url), natsAuthorization('sprayhunt', 'operator'));
