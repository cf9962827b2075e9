import { m } from '#messages';
import MembersArea from './members-area';
import { WidePage } from './page';

/** What players share: events, discussions and ranks. */
export default function Community() {
  return (
    <MembersArea title={m.screens_community_title()}>
      {() => <WidePage title={m.screens_community_title()} text={m.screens_community_text()}>{null}</WidePage>}
    </MembersArea>
  );
}
