import { useParams } from 'react-router-dom';
import { CasePage } from '../features/moderation/case-page';
import { ModeratorsArea } from '../app/layout/moderators-area';

/** One case of moderation. */
export default function ModerationCaseScreen() {
  const { id = '' } = useParams();
  return (
    <ModeratorsArea>
      <CasePage key={id} id={id} />
    </ModeratorsArea>
  );
}
