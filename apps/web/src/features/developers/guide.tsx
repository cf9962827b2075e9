import { m } from '#messages';
import { Link } from 'react-router-dom';
import { SCOPES } from '../../api/scopes';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Icon, type IconName } from '../../ui/icon';
import { ApiChangelog } from './changelog';
import { Part } from './part';
import { QuickStartTabs } from './quick-start-tabs';
import { scopeText } from './scopes';
import { Cell, Row, RowHead, Table } from './table';

/** The uses of the APIs, and the first steps. */
export function Guide() {
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="primary">
          <Link to={paths.developerClients}>
            <Icon name="key" size={18} />
            {m.developers_ask()}
          </Link>
        </Button>
        <Button asChild>
          <Link to={paths.developerGuide}>
            <Icon name="info" size={18} />
            {m.developers_whole_guide()}
          </Link>
        </Button>
        <Button asChild>
          <Link to={paths.developerRest}>
            <Icon name="list" size={18} />
            {m.developers_rest_reference()}
          </Link>
        </Button>
        <Button asChild>
          <Link to={paths.developerGraphql}>
            <Icon name="play" size={18} />
            {m.developers_graphql_console()}
          </Link>
        </Button>
      </div>
      <ul className="grid gap-4 md:grid-cols-3">
        {IDEAS.map(({ icon, title, text }) => (
          <li key={icon} className="plate flex flex-col gap-2 p-5">
            <Icon name={icon} size={28} className="text-place-ink" />
            <h2 className="text-lg font-semibold">{title()}</h2>
            <p className="text-muted">{text()}</p>
          </li>
        ))}
      </ul>
      <Part id="start" title={m.developers_start()}>
        <ol className="grid gap-x-8 gap-y-4 md:grid-cols-3">
          {[m.developers_step_ask, m.developers_step_secret, m.developers_step_call].map((step, index) => (
            <li key={index} className="flex gap-3">
              <span aria-hidden="true" className="marker text-2xl text-action-ink">
                {index + 1}
              </span>
              <p>{step()}</p>
            </li>
          ))}
        </ol>
        <QuickStartTabs />
      </Part>
      <Part id="scopes" title={m.developers_scopes()} text={m.developers_scopes_text()}>
        <Table label={m.developers_scopes()} heads={[m.developers_scope(), m.developers_scope_grants(), ...INTERFACES]}>
          {SCOPES.map(({ name, graphql, rest }) => (
            <Row key={name}>
              <RowHead>
                <code className="whitespace-nowrap max-sm:font-semibold">{name}</code>
              </RowHead>
              <Cell>{scopeText(name)}</Cell>
              {[graphql, rest].map((calls, index) => (
                <Cell key={INTERFACES[index]}>
                  <ul>
                    {calls.map((call) => (
                      <li key={call}>
                        <code className="text-sm max-sm:wrap-anywhere sm:whitespace-nowrap">{call}</code>
                      </li>
                    ))}
                  </ul>
                </Cell>
              ))}
            </Row>
          ))}
        </Table>
      </Part>
      <Part id="limits" title={m.developers_limits()}>
        <ul className="flex max-w-[72ch] list-disc flex-col gap-2 ps-5">
          {[
            m.developers_limit_points,
            m.developers_limit_calls,
            m.developers_limit_pages,
            m.developers_limit_documents,
            m.developers_limit_tokens,
          ].map((limit, index) => (
            <li key={index}>{limit()}</li>
          ))}
        </ul>
      </Part>
      <Part id="errors" title={m.developers_errors()} text={m.developers_errors_text()}>
        <Table
          label={m.developers_errors()}
          heads={[m.developers_status(), m.developers_code(), m.developers_meaning()]}
        >
          {ERRORS.map(({ status, code, meaning }) => (
            <Row key={code}>
              <Cell>{status}</Cell>
              <RowHead>
                <code>{code}</code>
              </RowHead>
              <Cell>{meaning()}</Cell>
            </Row>
          ))}
        </Table>
      </Part>
      <ApiChangelog />
      <Part id="more" title={m.developers_more()}>
        <ul className="flex flex-col gap-2">
          {LINKS.map(({ to, label }) => (
            <li key={to}>
              <a href={to} className="underline underline-offset-4">
                {label()}
              </a>
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}

const IDEAS: readonly { icon: IconName; title: () => string; text: () => string }[] = [
  { icon: 'location', title: m.developers_idea_map, text: m.developers_idea_map_text },
  { icon: 'street', title: m.developers_idea_guide, text: m.developers_idea_guide_text },
  { icon: 'list', title: m.developers_idea_data, text: m.developers_idea_data_text },
];

const ERRORS = [
  { status: 401, code: 'TOKEN_INVALID', meaning: m.developers_error_token },
  { status: 403, code: 'SCOPE_MISSING', meaning: m.developers_error_scope },
  { status: 403, code: 'FORBIDDEN', meaning: m.developers_error_forbidden },
  { status: 429, code: 'RATE_LIMITED', meaning: m.developers_error_rate },
  { status: 429, code: 'COST_EXCEEDED', meaning: m.developers_error_cost },
  { status: 503, code: 'UNAVAILABLE', meaning: m.developers_error_unavailable },
];

/** Names, the same in every language. */
const INTERFACES = ['GraphQL', 'REST'];

const LINKS = [
  { to: '/api/docs', label: m.developers_rest_list },
  { to: '/openapi.json', label: m.developers_openapi },
  { to: '/schema.graphql', label: m.developers_schema },
];
