import { m } from '#messages';
import { Link } from 'react-router-dom';
import { WholeGuide } from '../features/developers/guide/whole-guide';
import { paths } from '../lib/paths';
import { WidePage } from '../app/layout/page';

/** The whole guide for partners; open to everyone. */
export default function DeveloperGuideScreen() {
  return (
    <WidePage
      title={m.screens_developer_guide_title()}
      text={
        <Link to={paths.developers} className="underline underline-offset-4">
          {m.screens_developer_clients_guide()}
        </Link>
      }
    >
      <WholeGuide />
    </WidePage>
  );
}
