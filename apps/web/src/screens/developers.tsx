import { m } from '#messages';
import { Guide } from '../features/developers/guide';
import { WidePage } from '../app/layout/page';

/** The uses of the APIs; open to everyone. */
export default function DevelopersScreen() {
  return (
    <WidePage title={m.screens_developers_title()} text={m.screens_developers_text()}>
      <Guide />
    </WidePage>
  );
}
