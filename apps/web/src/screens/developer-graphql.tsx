import { m } from '#messages';
import { Link } from 'react-router-dom';
import { GraphqlConsole } from '../features/developers/consoles/graphql-console';
import { paths } from '../lib/paths';
import { WidePage } from '../app/layout/page';

/** GraphiQL, for all holders of a token. */
export default function DeveloperGraphqlScreen() {
  return (
    <WidePage
      title={m.screens_developer_graphql_title()}
      text={
        <Link to={paths.developers} className="underline underline-offset-4">
          {m.screens_developer_clients_guide()}
        </Link>
      }
    >
      <GraphqlConsole />
    </WidePage>
  );
}
