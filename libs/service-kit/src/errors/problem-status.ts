/**
 * `temporary`: not stored under an `Idempotency-Key`, although its status is a final one (see `isFinal`). `document`:
 * about a GraphQL document that a client wrote; only the gateway returns it, and only over GraphQL.
 */
type Kind = 'temporary' | 'document';

/** HTTP status and short title of every error code, for REST, GraphQL and the byte streams of services. */
const STATUS_TABLE = {
  MALFORMED: [400, 'Bad Request'],
  UNAUTHENTICATED: [401, 'Unauthorized'],
  TOKEN_INVALID: [401, 'Unauthorized'],
  PAYMENT_FAILED: [402, 'Payment Failed', 'temporary'],
  FORBIDDEN: [403, 'Forbidden'],
  SCOPE_MISSING: [403, 'Scope Missing'],
  ROLE_MISSING: [403, 'Role Missing'],
  PRO_REQUIRED: [403, 'Pro Required', 'temporary'],
  ACCOUNT_SUSPENDED: [403, 'Account Suspended'],
  CSRF: [403, 'Forbidden'],
  CONTACT_NOT_VERIFIED: [403, 'Contact Not Verified'],
  CONTACT_SUSPENDED: [403, 'Contact Suspended'],
  NOT_FOUND: [404, 'Not Found'],
  CHANGES_EXPIRED: [410, 'Changes Expired'],
  METHOD_NOT_ALLOWED: [405, 'Method Not Allowed'],
  REQUEST_TIMEOUT: [408, 'Request Timeout'],
  CONFLICT: [409, 'Conflict'],
  SIGN_IN_EXPIRED: [409, 'Sign-in Expired'],
  SAME_WORK: [409, 'Same Work'],
  GALLERY_FULL: [409, 'Gallery Full'],
  NO_CONTACT: [409, 'No Contact'],
  USERNAME_TAKEN: [409, 'Username Taken'],
  OTHER_ACCOUNT: [409, 'Other Account', 'temporary'],
  ALREADY_MEMBER: [409, 'Already a Member', 'temporary'],
  TRIAL_USED: [409, 'Trial Used'],
  MISSION_NOT_ACTIVE: [409, 'Mission Not Active'],
  TOO_MANY_MISSIONS: [409, 'Too Many Missions'],
  EVENT_OVER: [409, 'Event Over'],
  OUT_OF_STOCK: [409, 'Out of Stock', 'temporary'],
  RESERVATION_LIMIT: [409, 'Reservation Limit', 'temporary'],
  TOTAL_CHANGED: [409, 'Total Changed', 'temporary'],
  ORDER_NOT_CANCELLABLE: [409, 'Order Not Cancellable'],
  CANNOT_REPLY: [403, 'Cannot Reply'],
  THREAD_CLOSED: [409, 'Discussion Closed'],
  POST_NOT_EDITABLE: [409, 'Post Not Editable'],
  LIST_FULL: [409, 'List Full', 'temporary'],
  PASSKEY_EXISTS: [409, 'Passkey Exists'],
  PASSKEY_LIMIT: [409, 'Too Many Passkeys'],
  WALLET_TAKEN: [409, 'Wallet Taken'],
  IDEMPOTENCY_KEY_RUNNING: [409, 'Still Running', 'temporary'],
  VERSION_NOT_SUPPORTED: [412, 'Version Not Supported'],
  PAYLOAD_TOO_LARGE: [413, 'Payload Too Large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type'],
  RANGE_NOT_SATISFIABLE: [416, 'Range Not Satisfiable'],
  CART_TOO_LARGE: [422, 'Cart Too Large'],
  VALIDATION_FAILED: [422, 'Invalid Input'],
  CODE_INVALID: [422, 'Code Invalid'],
  PASSKEY_INVALID: [422, 'Passkey Invalid'],
  ID_TOKEN_INVALID: [422, 'Sign-in Not Confirmed'],
  CHALLENGE_INVALID: [422, 'Challenge Invalid'],
  SIGNATURE_INVALID: [422, 'Signature Invalid'],
  PICTURE_NOT_YOURS: [422, 'Invalid Input'],
  IDEMPOTENCY_KEY_REUSED: [422, 'Idempotency Key Reused'],
  COST_EXCEEDED: [429, 'Cost Exceeded'],
  RATE_LIMITED: [429, 'Too Many Requests'],
  HEADERS_TOO_LARGE: [431, 'Request Header Fields Too Large'],
  INTERNAL: [500, 'Internal Server Error'],
  MEDIA_NOT_READY: [503, 'Service Unavailable'],
  PAYMENTS_UNAVAILABLE: [503, 'Service Unavailable'],
  UNAVAILABLE: [503, 'Service Unavailable'],
  // Errors in GraphQL documents.
  ALIAS_LIMIT: [400, 'Bad Request', 'document'],
  BAD_USER_INPUT: [400, 'Bad Request', 'document'],
  BATCH_REFUSED: [400, 'Bad Request', 'document'],
  COST_LIMIT: [400, 'Bad Request', 'document'],
  DEPTH_LIMIT: [400, 'Bad Request', 'document'],
  DIRECTIVE_LIMIT: [400, 'Bad Request', 'document'],
  DOCUMENT_NOT_TRUSTED: [400, 'Bad Request', 'document'],
  DOCUMENT_UNKNOWN: [400, 'Bad Request', 'document'],
  FRAGMENT_LIMIT: [400, 'Bad Request', 'document'],
  GRAPHQL_PARSE_FAILED: [400, 'Bad Request', 'document'],
  GRAPHQL_VALIDATION_FAILED: [400, 'Bad Request', 'document'],
  IDEMPOTENCY_KEY_SHARED: [400, 'Bad Request', 'document'],
  LIST_LIMIT: [400, 'Bad Request', 'document'],
  OPERATION_NOT_FOUND: [400, 'Bad Request', 'document'],
  OPERATION_NOT_SUPPORTED: [400, 'Bad Request', 'document'],
  REPEAT_LIMIT: [400, 'Bad Request', 'document'],
  SELECTION_LIMIT: [400, 'Bad Request', 'document'],
  TOKEN_LIMIT: [400, 'Bad Request', 'document'],
} satisfies Record<string, readonly [status: number, title: string, kind?: Kind]>;

type Code = keyof typeof STATUS_TABLE;

/** Codes of rejected GraphQL documents. */
export type DocumentCode = {
  [C in Code]: (typeof STATUS_TABLE)[C] extends readonly [...unknown[], 'document'] ? C : never;
}[Code];

const ROWS: Record<string, readonly [status: number, title: string, kind?: Kind]> = STATUS_TABLE;
const rowOf = (code: string) => ROWS[code] ?? STATUS_TABLE.INTERNAL;

/** The codes of rejected calls, without those of GraphQL documents. */
export const ERROR_CODES = Object.keys(ROWS).filter((code) => rowOf(code)[2] !== 'document');

/** Whether a service may return the code; any other code is returned as an internal error. */
export const isKnownCode = (code: unknown): code is string => typeof code === 'string' && ERROR_CODES.includes(code);

export function statusOf(code: string): { status: number; title: string } {
  const [status, title] = rowOf(code);
  return { status, title };
}

/**
 * Whether an error is about the request itself, so that the same request would fail again: with an `Idempotency-Key` it
 * is stored, by REST and GraphQL alike. Missing rights, rate limits and internal errors are temporary: a repeated
 * request runs again.
 */
export function isFinal(code: string): boolean {
  const [status, , kind] = rowOf(code);
  return status < 500 && ![401, 403, 429].includes(status) && kind !== 'temporary';
}
