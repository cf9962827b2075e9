import { m } from '#messages';
import { Guide } from '../features/developers/guide';
import { WidePage } from './page';

/** What can be built with the APIs: for everybody. */
export default function DevelopersScreen() {
  return <WidePage title={m.screens_developers_title()} text={m.screens_developers_text()}><Guide /></WidePage>;
}
