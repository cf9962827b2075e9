import { m } from '#messages';
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { AppAuthorizationDocument, DecideAppAuthorizationDocument } from '../../api/graph/consent/consent';
import type { AppAuthorizationQuery } from '../../api/graph/graphql';
import { browser } from '../../lib/browser';
import { paths } from '../../lib/paths';
import { problemCode } from '../../api/http';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { permissionTexts } from './permission-texts';

type Asked = NonNullable<AppAuthorizationQuery['appAuthorization']>;

/** Asks whether an app may act in the player's name. Either choice redirects to the app, through the issuer. */
export function ConsentRequest({ interaction, username }: { interaction: string; username: string }) {
  // It ends with the player's decision.
  const { data, error, refetch } = useQuery(AppAuthorizationDocument, {
    variables: { interaction },
    skip: !interaction,
    fetchPolicy: 'no-cache',
  });
  const asked = data?.appAuthorization;
  if (!interaction || asked === null) return <ConsentExpired />;
  if (!asked)
    return (
      <LoadState
        loading={m.consent_loading()}
        failed={m.consent_failed()}
        isPending={!error}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return <Question asked={asked} interaction={interaction} username={username} />;
}

/** Shown for an expired request; the app has to start again. */
export function ConsentExpired() {
  return (
    <EmptyState
      icon="clock"
      title={m.consent_over()}
      text={m.consent_over_text()}
      action={
        <Button asChild variant="primary">
          <Link to={paths.home}>{m.consent_to_map()}</Link>
        </Button>
      }
    />
  );
}

function Question({ asked, interaction, username }: { asked: Asked; interaction: string; username: string }) {
  const { name, website, owner, scopes, isLasting, returnsTo } = asked;
  const [chosen, setChosen] = useState<boolean>();
  // The response is a secret for the next address, and kept by no cache.
  const [decide, { loading, error }] = useMutation(DecideAppAuthorizationDocument, {
    fetchPolicy: 'no-cache',
  });
  const decideAndRedirect = async (isAllowed: boolean) => {
    setChosen(isAllowed);
    try {
      const { data } = await decide({ variables: { interaction, isAllowed } });
      browser.goTo(data!.decideAppAuthorization);
    } catch {
      // The screen shows why.
    }
  };
  if (error && problemCode(error) === 'SIGN_IN_EXPIRED') return <ConsentExpired />;
  return (
    <Card className="flex w-full max-w-xl flex-col gap-5 p-5 sm:p-7">
      <div className="flex flex-col gap-1">
        <h2 className="text-xl font-semibold wrap-anywhere">{m.consent_asks({ app: name })}</h2>
        <p className="text-muted wrap-anywhere">{m.consent_as({ username })}</p>
      </div>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-1 text-sm">
        {owner && (
          <Fact name={m.consent_owner()}>
            <Link
              to={generatePath(paths.player, { username: owner })}
              className="underline underline-offset-4 wrap-anywhere"
            >
              {owner}
            </Link>
          </Fact>
        )}
        {website && (
          <Fact name={m.consent_website()}>
            <a
              href={website}
              target="_blank"
              rel="noreferrer nofollow"
              className="underline underline-offset-4 wrap-anywhere"
            >
              {website}
            </a>
          </Fact>
        )}
        <Fact name={m.consent_returns()}>
          <span className="wrap-anywhere">{returnsTo}</span>
        </Fact>
      </dl>
      <Points
        title={m.consent_may()}
        icon="check"
        tone="text-place-ink"
        points={[...permissionTexts(scopes), isLasting ? m.consent_lasting() : m.consent_brief()]}
      />
      <Points
        title={m.consent_may_not()}
        icon="close"
        tone="text-muted"
        points={[m.consent_not_account(), m.consent_not_social()]}
      />
      <p className="text-sm text-muted">{m.consent_take_back()}</p>
      {error && (
        <p role="alert" className="font-medium text-danger-ink">
          {problemDetail(error, m.consent_not_answered())}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          pending={loading && chosen === true}
          disabled={loading}
          onClick={() => void decideAndRedirect(true)}
        >
          {m.consent_allow()}
        </Button>
        <Button pending={loading && chosen === false} disabled={loading} onClick={() => void decideAndRedirect(false)}>
          {m.consent_deny()}
        </Button>
      </div>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="font-semibold">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Points({
  title,
  icon,
  tone,
  points,
}: {
  title: string;
  icon: 'check' | 'close';
  tone: string;
  points: string[];
}) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      <ul className="flex flex-col gap-2">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <Icon name={icon} size={20} className={`mt-0.5 shrink-0 ${tone}`} />
            <span className="min-w-0">{point}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
