import { m } from '#messages';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { Card } from '../../../ui/card';

/** How long "Creating Character..." is shown before the screen completes. */
export const CREATION_MS = 1_500;

const STARTER_COLLECTION = [
  { name: m.onboarding_spray_can, icon: 'location' },
  { name: m.onboarding_palette, icon: 'palette' },
  { name: m.onboarding_locked, icon: 'close' },
] as const;

interface CharacterScreenProps {
  /** The local flag that shows the screen; no route uses it and nothing sets it. */
  isShown: boolean;
  onChooseAvatar: () => void;
  onComplete: () => void;
}

/** "Create Your Artist": kept as a component of its own, as the specification says. */
export function CharacterScreen({ isShown, onChooseAvatar, onComplete }: CharacterScreenProps) {
  const [isCreating, setCreating] = useState(false);

  useEffect(() => {
    if (!isCreating) return;
    const timer = setTimeout(onComplete, CREATION_MS);
    return () => clearTimeout(timer);
  }, [isCreating]); // eslint-disable-line react-hooks/exhaustive-deps -- one clock for each press

  if (!isShown) return null;
  return (
    <section aria-label={m.onboarding_create_artist()}>
      <Card className="flex flex-col items-center gap-5 p-6">
        <h1 className="marker text-3xl">{m.onboarding_create_artist()}</h1>
        <span
          role="img"
          aria-label={m.onboarding_avatar_placeholder()}
          className="grid size-28 place-items-center rounded-xl border-[1.5px] border-edge bg-lifted text-muted"
        >
          <Icon name="user" size={56} />
        </span>
        <Button onClick={onChooseAvatar}>{m.onboarding_choose_avatar()}</Button>
        <dl className="flex gap-8 text-center">
          <Stat name={m.onboarding_discoveries()} value={0} />
          <Stat name={m.onboarding_level()} value={1} />
        </dl>
        <h2 className="marker text-xl">{m.onboarding_starter_nfts()}</h2>
        <ul className="flex gap-4">
          {STARTER_COLLECTION.map(({ name, icon }) => (
            <li
              key={icon}
              className="flex w-24 flex-col items-center gap-2 rounded-sm border border-line bg-lifted p-3"
            >
              <Icon name={icon} size={32} />
              {name()}
            </li>
          ))}
        </ul>
        <Button variant="primary" size="lg" pending={isCreating} onClick={() => setCreating(true)}>
          {isCreating ? m.onboarding_creating_character() : m.onboarding_enter_street()}
        </Button>
      </Card>
    </section>
  );
}

function Stat({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-2xl font-bold tabular-nums">{value}</dd>
    </div>
  );
}
