import { m } from '#messages';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { gatewayRoutes, paths } from '../lib/paths';
import { useTitle } from '../lib/use-title';
import { seemsSignedIn } from '../api/session';
import muralTall from '../features/landing/mural-tall.svg';
import muralWide from '../features/landing/mural-wide.svg';
import { LanguageSwitch } from '../features/language';
import { Trailer } from '../features/landing/trailer';
import { WalletButton } from '../features/wallet/wallet-button';
import { PRODUCT_NAME, TOKENS_NAME } from '../product';
import { Button } from '../ui/button';
import { Icon, type IconName } from '../ui/icon';
import { SprayCap } from '../ui/spray-cap';

const features: readonly { icon: IconName; tone: string; title: () => string; text: () => string }[] = [
  { icon: 'location', tone: 'text-place', title: m.screens_landing_art_title, text: m.screens_landing_art_text },
  {
    icon: 'coin',
    tone: 'text-action',
    title: m.screens_landing_earn_title,
    text: () => m.screens_landing_earn_text({ tokens: TOKENS_NAME }),
  },
  { icon: 'wallet', tone: 'text-live', title: m.screens_landing_web3_title, text: m.screens_landing_web3_text },
];

const neverChanges = () => () => undefined;

/**
 * Dark, whatever the theme. The build renders it for a guest.
 * @param pending shown to visitors who seem to be signed in: the contact that they have to confirm, if any
 */
export default function Landing({ pending }: { pending?: ReactNode }) {
  useTitle();
  const navigate = useNavigate();
  const isPlayer = useSyncExternalStore(neverChanges, seemsSignedIn, () => false);
  return (
    <div data-theme="night" className="relative isolate min-h-dvh bg-ground text-ink">
      <picture>
        <source media="(min-aspect-ratio: 1/1)" srcSet={muralWide} />
        <img
          src={muralTall}
          alt=""
          fetchPriority="high"
          className="fixed inset-0 -z-10 size-full object-cover landscape:object-right"
        />
      </picture>
      <header className="absolute inset-x-0 top-0 flex items-center justify-between gap-3 p-4 sm:p-6">
        <SprayCap size={44} label={PRODUCT_NAME} />
        <WalletButton variant="landing" />
      </header>
      <main id="content" tabIndex={-1}>
        <section className="flex min-h-dvh flex-col justify-end bg-[linear-gradient(to_top,rgb(8_9_11/0.97),rgb(8_9_11/0.86)_34%,transparent_62%)] px-5 pb-8 pt-[52dvh] landscape:justify-center landscape:bg-[linear-gradient(to_right,rgb(8_9_11/0.9),rgb(8_9_11/0.55)_38%,transparent_60%)] landscape:pt-24 lg:px-16">
          <div className="flex max-w-xl flex-col gap-5 landscape:max-w-[min(36rem,44vw)]">
            <div>
              <h1 className="marker overspray -rotate-2 text-[clamp(3.25rem,13vw,7.5rem)] landscape:text-[clamp(3rem,9vw,7.5rem)] leading-[0.95] text-action">
                {PRODUCT_NAME}
              </h1>
              <p className="mt-2 text-lg font-semibold sm:text-xl">{m.lib_tagline()}</p>
            </div>
            <div>
              <h2 className="marker text-2xl sm:text-3xl">{m.screens_landing_join_title()}</h2>
              <p className="mt-1.5 text-lg text-ink/85">{m.screens_landing_join_text()}</p>
            </div>
            <div className="flex flex-wrap gap-3">
              <Button variant="primary" size="lg" onClick={() => void navigate(paths.trialSignUp)}>
                {m.screens_landing_create_account()}
              </Button>
              <Button size="lg" onClick={() => void navigate(paths.home)}>
                {m.screens_landing_explore()}
              </Button>
            </div>
            <p className="text-sm text-ink/85">
              <ParaglideMessage message={m.screens_landing_sign_in} inputs={{}} markup={{ link: SignInLink }} />
            </p>
            {isPlayer && <Suspense fallback={null}>{pending}</Suspense>}
          </div>
        </section>
        <section
          aria-label={m.screens_landing_features()}
          className="bg-[linear-gradient(to_top,rgb(8_9_11/0.94),rgb(8_9_11/0.94)_80%,rgb(8_9_11/0.97))] px-5 py-14 landscape:bg-[rgb(8_9_11/0.88)] lg:px-16 lg:py-20"
        >
          <div className="mx-auto grid max-w-6xl items-center gap-10 lg:grid-cols-[3fr_2fr] lg:gap-16">
            <Trailer />
            <ul className="flex flex-col gap-7">
              {features.map(({ icon, tone, title, text }) => (
                <li key={icon} className="flex items-center gap-4">
                  <span className={`plate grid size-14 shrink-0 place-items-center [--cut-line:currentColor] ${tone}`}>
                    <Icon name={icon} size={28} />
                  </span>
                  <span>
                    <span className="marker block text-xl">{title()}</span>
                    <span className="text-ink/80">{text()}</span>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </section>
      </main>
      <footer className="bg-[rgb(8_9_11/0.94)] px-5 pb-10 landscape:bg-[rgb(8_9_11/0.88)] lg:px-16">
        <div className="mx-auto flex max-w-6xl flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <LanguageSwitch position="screen" className="[&>select]:max-w-48" />
          <Link to={paths.takedown} className="text-sm text-ink/85 underline underline-offset-4">
            {m.screens_landing_takedown()}
          </Link>
        </div>
      </footer>
    </div>
  );
}

function SignInLink({ children }: { children?: ReactNode }) {
  return (
    <a href={gatewayRoutes.login} className="font-semibold text-place underline underline-offset-4">
      {children}
    </a>
  );
}
