import type { ServiceTables } from '@sprayhunt/service-kit';
import { Sessions1790000000000 } from './migrations/1790000000000-sessions.js';
import { IdempotencyKeys1790000000001 } from './migrations/1790000000001-idempotency-keys.js';
import { SignInFlows1790000000010 } from './migrations/1790000000010-sign-in-flows.js';
import { KeepErasedOut1790000000050 } from './migrations/1790000000050-keep-erased-out.js';
import { ReplaysOpenNothing1790000000200 } from './migrations/1790000000200-replays-open-nothing.js';
import { TellEndedSessions1790000000400 } from './migrations/1790000000400-tell-ended-sessions.js';
import { AccountStandings1790000000500 } from './migrations/1790000000500-account-standings.js';
import { PartnerPoints1790000000740 } from './migrations/1790000000740-partner-points.js';
import { RevokedClients1790000000741 } from './migrations/1790000000741-revoked-clients.js';
import { PartnerUsage1790000000760 } from './migrations/1790000000760-partner-usage.js';
import { PartnerDocuments1790000000770 } from './migrations/1790000000770-partner-documents.js';
import { VacuumByRows1790000000780 } from './migrations/1790000000780-vacuum-by-rows.js';
import { SharedByGateways1790000000800 } from './migrations/1790000000800-shared-by-gateways.js';
import { UseOfDocuments1790000000850 } from './migrations/1790000000850-use-of-documents.js';

/** Tables of the schema `gateway`, which is accessed by SQL only. */
export const tables = {
  entities: [],
  migrations: [
    Sessions1790000000000,
    IdempotencyKeys1790000000001,
    SignInFlows1790000000010,
    KeepErasedOut1790000000050,
    ReplaysOpenNothing1790000000200,
    TellEndedSessions1790000000400,
    AccountStandings1790000000500,
    PartnerPoints1790000000740,
    RevokedClients1790000000741,
    PartnerUsage1790000000760,
    PartnerDocuments1790000000770,
    VacuumByRows1790000000780,
    SharedByGateways1790000000800,
    UseOfDocuments1790000000850,
  ],
} satisfies ServiceTables;
