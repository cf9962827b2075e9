import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { Card } from '../../../ui/card';

/** How long "Creating Character..." is shown before the screen completes. */
export const CREATION_MS = 1_500;

const STARTER_COLLECTION = [
  { name: 'Spray Can', icon: 'pin' },
  { name: 'Palette', icon: 'palette' },
  { name: 'Locked', icon: 'close' },
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
    <section aria-label="Create Your Artist">
      <Card className="flex flex-col items-center gap-5 p-6">
        <h1 className="marker text-3xl">Create Your Artist</h1>
        <span role="img" aria-label="Avatar placeholder" className="grid size-28 place-items-center rounded-xl border-[1.5px] border-edge bg-lifted text-muted"><Icon name="user" size={56} /></span>
        <Button onClick={onChooseAvatar}>Choose Avatar</Button>
        <dl className="flex gap-8 text-center">
          <Stat name="Discoveries" value={0} />
          <Stat name="Level" value={1} />
        </dl>
        <h2 className="marker text-xl">Starter NFT Collection</h2>
        <ul className="flex gap-4">
          {STARTER_COLLECTION.map(({ name, icon }) => (
            <li key={name} className="flex w-24 flex-col items-center gap-2 rounded-sm border border-line bg-lifted p-3"><Icon name={icon} size={32} />{name}</li>
          ))}
        </ul>
        <Button variant="primary" size="lg" pending={isCreating} onClick={() => setCreating(true)}>{isCreating ? 'Creating Character...' : 'Enter the street'}</Button>
      </Card>
    </section>
  );
}

function Stat({ name, value }: { name: string; value: number }) {
  return <div className="flex flex-col-reverse"><dt className="text-sm text-muted">{name}</dt><dd className="text-2xl font-bold tabular-nums">{value}</dd></div>;
}
