/**
 * HTTP status and short title of every error code, and whether it is temporary although its status is one of the
 * final ones (see `isFinal`).
 */
const TABLE: Record<string, readonly [status: number, title: string, kind?: 'temporary']> = {
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
};

export const ERROR_CODES = Object.keys(TABLE);

/** An unknown code is returned as an internal error. */
export const isKnownCode = (code: unknown): code is string => typeof code === 'string' && Object.hasOwn(TABLE, code);

export function statusOf(code: string): { status: number; title: string } {
  const [status, title] = TABLE[code] ?? TABLE['INTERNAL']!;
  return { status, title };
}

/**
 * Whether an error is about the request itself, so that the same request would fail again: with an
 * `Idempotency-Key` it is stored, by REST and GraphQL alike. Missing rights, rate limits and internal errors are
 * temporary: the
 * repeated request runs.
 */
export function isFinal(code: string): boolean {
  const [status, , kind] = TABLE[code] ?? TABLE['INTERNAL']!;
  return status < 500 && ![401, 403, 429].includes(status) && kind !== 'temporary';
}
