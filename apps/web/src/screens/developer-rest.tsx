import { m } from '#messages';
import { Link } from 'react-router-dom';
import { RestReference } from '../features/developers/consoles/rest-reference';
import { paths } from '../lib/paths';
import { WidePage } from '../app/layout/page';

/** The REST calls that are open to partners, to read and to try. */
export default function DeveloperRestScreen() {
  return (
    <WidePage
      title={m.screens_developer_rest_title()}
      text={
        <Link to={paths.developers} className="underline underline-offset-4">
          {m.screens_developer_clients_guide()}
        </Link>
      }
    >
      <RestReference />
    </WidePage>
  );
}
