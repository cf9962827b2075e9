import { m } from '#messages';
import { Link } from 'react-router-dom';
import { Page } from './page';
import { paths } from '../lib/paths';
import { Button } from '../ui/button';
import { SprayCap } from '../ui/spray-cap';
import { Card } from '../ui/card';

/** Placeholder for a part of the product that is not open yet. `signUp` adds a link to the sign-up that is open. */
export function OpensSoon({ title, signUp = false }: { title: string; signUp?: boolean }) {
  return (
    <Page title={title}>
      <Card tone="place" className="flex flex-col items-start gap-4 px-6 py-8 sm:px-8 sm:py-10">
        <SprayCap size={84} fill={0.35} />
        <p className="marker text-2xl">{m.screens_later_title()}</p>
        <p className="max-w-[42ch] text-muted">{m.screens_later_text()}</p>
        <div className="mt-2 flex flex-wrap gap-3">
          {signUp && <Button asChild variant="primary"><Link to={paths.signUp}>{m.screens_later_sign_up()}</Link></Button>}
          <Button asChild variant={signUp ? 'secondary' : 'primary'}><Link to={paths.home}>{m.screens_later_explore()}</Link></Button>
          <Button asChild><Link to={paths.landing}>{m.screens_later_back()}</Link></Button>
        </div>
      </Card>
    </Page>
  );
}

const screens = {
  trialSignUp: m.screens_later_trial,
  subscribe: m.screens_later_vip, merch: m.screens_later_merch,
} as const;

export type LaterScreen = keyof typeof screens;

export default function LaterScreen({ screen }: { screen: LaterScreen }) {
  return <OpensSoon title={screens[screen]()} signUp={screen === 'trialSignUp'} />;
}
