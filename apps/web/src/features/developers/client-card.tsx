import { m } from '#messages';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { OwnClientFragment, PartnerClientState } from '../../api/graph/graphql';
import { formatDate } from '../../lib/format';
import { clientPath } from '../../lib/paths';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Fact } from './fact';
import { RevokeDialog } from './revoke-dialog';
import { SecretDialog } from './secret-dialog';

const DAY = { dateStyle: 'medium' } as const;
const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;

const STATES: Record<
  PartnerClientState,
  { label: () => string; tone: 'plain' | 'action' | 'place' | 'live' | 'work' }
> = {
  waiting: { label: m.developers_state_waiting, tone: 'place' },
  declined: { label: m.developers_state_declined, tone: 'live' },
  active: { label: m.developers_state_active, tone: 'work' },
  revoked: { label: m.developers_state_revoked, tone: 'plain' },
};

/** A request or a client of the player, and what can be done with it now. */
export function ClientCard({ client }: { client: OwnClientFragment }) {
  const {
    id,
    name,
    purpose,
    website,
    scopes,
    redirectUris,
    isPublic,
    state,
    reason,
    requestedAt,
    hasSecret,
    formerSecretUntil,
    revokedAt,
  } = client;
  const [open, setOpen] = useState<'secret' | 'revoke'>();
  const { label, tone } = STATES[state];
  return (
    <li className="plate flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg font-semibold wrap-anywhere">{name}</h2>
        <Badge tone={tone}>{label()}</Badge>
        <p className="ms-auto text-sm text-muted">{m.developers_asked_on({ date: formatDate(requestedAt, DAY) })}</p>
      </div>
      <p className="max-w-[72ch] whitespace-pre-line text-muted wrap-anywhere">{purpose}</p>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {state !== 'declined' && state !== 'waiting' && (
          <Fact name={m.developers_client_id()}>
            <code className="select-all text-sm wrap-anywhere">{id}</code>
          </Fact>
        )}
        <Fact name={m.developers_scopes()}>
          <span className="flex flex-wrap gap-2">
            {scopes.map((scope) => (
              <code key={scope} className="text-sm">
                {scope}
              </code>
            ))}
          </span>
        </Fact>
        {redirectUris.length > 0 && (
          <Fact name={m.developers_redirects_of()}>
            <ul>
              {redirectUris.map((address) => (
                <li key={address}>
                  <code className="text-sm wrap-anywhere">{address}</code>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {isPublic && <Fact name={m.developers_kind()}>{m.developers_kind_public()}</Fact>}
        {website && (
          <Fact name={m.developers_website()}>
            <a
              href={website}
              rel="noreferrer nofollow"
              target="_blank"
              className="underline underline-offset-4 wrap-anywhere"
            >
              {website}
            </a>
          </Fact>
        )}
        {reason && (
          <Fact name={m.developers_reason()}>
            <span className="whitespace-pre-line wrap-anywhere">{reason}</span>
          </Fact>
        )}
        {state === 'active' && formerSecretUntil && (
          <Fact name={m.developers_former_secret()}>
            {m.developers_valid_until({ when: formatDate(formerSecretUntil, MOMENT) })}
          </Fact>
        )}
        {revokedAt && <Fact name={m.developers_state_revoked()}>{formatDate(revokedAt, MOMENT)}</Fact>}
      </dl>
      {state === 'active' && (
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link to={clientPath(id)}>
              {m.developers_client_open()} <span className="sr-only">{name}</span>
            </Link>
          </Button>
          {!isPublic && (
            <Button variant={hasSecret ? 'secondary' : 'primary'} onClick={() => setOpen('secret')}>
              {hasSecret ? m.developers_rotate() : m.developers_collect()} <span className="sr-only">{name}</span>
            </Button>
          )}
          <Button variant="quiet" onClick={() => setOpen('revoke')}>
            {m.developers_revoke()} <span className="sr-only">{name}</span>
          </Button>
        </div>
      )}
      {open === 'secret' && <SecretDialog client={client} onClose={() => setOpen(undefined)} />}
      {open === 'revoke' && <RevokeDialog client={client} onClose={() => setOpen(undefined)} />}
    </li>
  );
}
