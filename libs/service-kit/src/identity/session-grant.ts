import type { RequestContext } from '../graphql/request-context.js';

/** What a users mutation lets the gateway do with the browser's session. */
export interface SessionGrant {
  accountId: string;
  status: 'pending' | 'verified';
  /** Ends every other session of the account: they were opened before the contact was proven. */
  revokeOthers?: boolean;
  /** Opens nothing yet: the browser comes back from the issuer for its session. */
  opensLater?: boolean;
  /** Opens nothing, and ends all that is open, the caller's own as well: the account is gone. */
  ends?: boolean;
}

/** The gateway believes this header from the users service alone. */
export const SESSION_GRANT_HEADER = 'x-session-grant';

/** Opens or rotates the caller's session, once the answer passes the gateway. */
export function grantSession(context: RequestContext, grant: SessionGrant): void {
  void context.reply.header(SESSION_GRANT_HEADER, JSON.stringify(grant));
}
