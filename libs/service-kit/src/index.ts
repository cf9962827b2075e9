export { databaseVariables } from './commands/database-variables.js';
export { uuidv7 } from 'uuidv7';
export { InjectConfig } from './config/service-config.js';
export {
  isSignedByAny as isSignedByOne,
  pemBlocks,
  rotatingSecret,
  type RotatingSecret,
} from './config/rotating-secret.js';
export {
  ConfigError,
  loadConfig,
  meanings,
  pem,
  secret,
  serviceConfig,
  type ServiceConfig,
} from './config/service-config.js';
export { databaseOf, operatorCommand, type CommandContext, type CommandRun } from './commands/operator-command.js';
export { callsInBatches } from './database/calls-in-batches.js';
export { createIndex } from './database/create-index.js';
export { deleteBefore } from './database/delete-before.js';
export { inBatches } from './database/in-batches.js';
export {
  addSearchWords,
  dropSearchWords,
  fillSearchWords,
  indexSearchWords,
  type SearchTable,
} from './database/search-words.js';
export { lockForTransaction } from './database/lock-for-transaction.js';
export { dataSourceOptions, openDatabase, poolOf } from './database/database.module.js';
export { namedQuery } from './database/sql-pool.js';
export { SqlPool } from './database/sql-pool.js';
export { expectedProblem } from './errors/expected-problem.js';
export { ProblemFilter } from './errors/problem-json.js';
export { problemJson, sendProblem } from './errors/problem-json.js';
export { ERROR_CODES, isKnownCode, statusOf, type DocumentCode } from './errors/problem-status.js';
export { invalid, parseInput, Problem, type FieldFault } from './errors/problem.js';
export { ErasedAccount } from './erasure/erased-accounts.js';
export { ErasedAccounts, type Merge } from './erasure/erased-accounts.js';
export { followMerges, stopFollowingMerges } from './erasure/follow-merges.js';
export { keepErasedOut, dropErasedGuard, refuseErased, stopRefusingErased } from './erasure/keep-erased-out.js';
export * from './events/index.js';
export { defineJob, type Job, type JobRun, type RepeatedJob } from './jobs/job.js';
export { Jobs } from './jobs/jobs.js';
export { JobsWorker, type JobTiming } from './jobs/jobs-worker.js';
export { PollingLoop } from './jobs/polling-loop.js';
export { declaredLimits, type DeclaredLimits, type Limit } from './graphql/declared-limits.js';
export {
  declaredScopes,
  scopesNeeded,
  scopesOf,
  unmetNeeds,
  type DeclaredField,
  type DeclaredScopes,
} from './graphql/scopes-needed.js';
export { decodeCursor, encodeCursor, Page, pageInput, pageSize } from './graphql/page.js';
export { withResolved } from './graphql/with-resolved.js';
export { loaderPerRequest } from './graphql/loader-per-request.js';
export type { RequestContext } from './graphql/request-context.js';
export { tableGauges } from './health/table-gauges.js';
export { Readiness } from './health/readiness.js';
export { eraseIdempotencyKeys, moveIdempotencyKeys } from './idempotency/holders.js';
export { copyFormerKeys, stopCopyingKeys } from './idempotency/copy-former-keys.js';
export {
  committedValue,
  keepCommitted,
  RETENTION as KEY_RETENTION,
  storedKeys,
  type StoredKey,
} from './idempotency/idempotency-keys.js';
export { IdempotencyModule } from './idempotency/idempotency.module.js';
export { IdempotentTransaction } from './idempotency/idempotent-transaction.js';
export { personalKeys } from './idempotency/personal-keys.js';
export { KEY_HOLDER_HEADER, keyedMutation, type KeyedMutation } from './idempotency/keyed-mutation.js';
export { byteRange, type ByteRange } from './http/byte-range.js';
export { readJsonBodies } from './http/json-bodies.js';
export { latitude, longitude } from './input/coordinates.js';
export { EARTH_METRES, greatCircle, type Place } from './input/coordinates.js';
export { Access, Caller, type AccessRule } from './identity/access.guard.js';
export { refuseForeignHost } from './identity/local-host.js';
export { deviceName } from './identity/device-name.js';
export { identitySchema, isLimitedByScopes, languageOf, ANONYMOUS, type Identity } from './identity/identity.js';
export { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from './identity/language.js';
export { CREATE_PUBLIC_ID, newSubject } from './identity/public-id.js';
export { signInBinding } from './identity/session-grant.js';
export { grantSession, SESSION_GRANT_HEADER, type SessionGrant } from './identity/session-grant.js';
export { NO_END, isRole, ROLES, type Role } from './identity/roles.js';
export { isPlayerScope, isScope, PLAYER_SCOPES, SCOPES, type Scope } from './identity/scopes.js';
export { log } from './logging/log.js';
export { currentTrace, traceparent, withTrace } from './logging/trace-context.js';
export { inSpan } from './tracing/spans.js';
export { personalData } from './personal-data/personal-data.route.js';
export { PERSONAL_DATA_PATH } from './personal-data/personal-data.route.js';
export { personalTable, type PersonalSection } from './personal-data/personal-section.js';
export { writePersonalData } from './personal-data/personal-section.js';
export { Picture } from './pictures/own-pictures.js';
export { newPictureId } from './pictures/picture-id.js';
export { pictureIdOf, picturePath, OwnPictures } from './pictures/own-pictures.js';
export { PicturesModule } from './pictures/pictures.module.js';
export { cutText, truncate as headOf } from './text/cut-text.js';
export { lookAlikeSkeleton } from './text/look-alikes.js';
export { rejectInvalidTexts } from './text/reject-invalid-texts.js';
export { foldText } from './text/fold-text.js';
export { prefixQuery, searchText, searchWords, webQuery } from './text/search-text.js';
export { fault, isText, lengthOf, requiredText, text } from './text/text.js';
export { ServiceKitModule, type ServiceOptions } from './service-kit.module.js';
export { withKitTables, type ServiceTables } from './service-tables.js';
export { runService, startService } from './start-service.js';
