import clsx from 'clsx';
import { RadioGroup, Switch } from 'radix-ui';
import { useId } from 'react';
import { Field } from '../../ui/field';
import { AWARDS, type Role, roleNames } from './drafts';
import { type PinType, pinTypes } from './pin-types';

const option = clsx(
  'cursor-pointer rounded-sm border-[1.5px] border-edge bg-lifted text-ink transition-colors hover:border-ink',
  'data-[state=checked]:border-action data-[state=checked]:bg-action data-[state=checked]:text-on-action',
);

export function PinPicker({ value, error, onChange }: { value: PinType; error?: string; onChange: (type: PinType) => void }) {
  const chosen = pinTypes.find(({ type }) => type === value)!;
  return (
    <Field group label="Pin" error={error} hint={<><b>{chosen.name}</b>: {chosen.meaning}</>}>
      {({ id, ...described }) => (
        <RadioGroup.Root id={id} {...described} value={value} onValueChange={(type) => onChange(type as PinType)} className="grid grid-cols-5 gap-2">
          {pinTypes.map(({ type, name, emoji, meaning }) => (
            <RadioGroup.Item key={type} value={type} aria-label={`${name} (${meaning})`} className={clsx(option, 'flex min-h-16 flex-col items-center justify-center gap-0.5 px-0.5 py-1.5')}>
              <span aria-hidden="true" className="text-2xl leading-none">{emoji}</span>
              <span aria-hidden="true" className="text-xs font-semibold">{name}</span>
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      )}
    </Field>
  );
}

const roles: { role: Role; text: string }[] = [
  { role: 'photographer', text: 'I found it' },
  { role: 'artist', text: 'I made it' },
];

export function RolePicker({ value, error, onChange }: { value: Role; error?: string; onChange: (role: Role) => void }) {
  return (
    <Field group label="You are the" error={error}>
      {({ id, ...described }) => (
        <RadioGroup.Root id={id} {...described} value={value} onValueChange={(role) => onChange(role as Role)} className="grid grid-cols-2 gap-2">
          {roles.map(({ role, text }) => (
            <RadioGroup.Item key={role} value={role} className={clsx(option, 'flex flex-col items-start px-3.5 py-2.5 text-left')}>
              <span className="font-semibold">{roleNames[role]}</span>
              <span className="text-sm">{text} · {AWARDS[role]} coins</span>
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      )}
    </Field>
  );
}

export function FreshToggle({ value, onChange }: { value: boolean; onChange: (fresh: boolean) => void }) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4 rounded-sm border-[1.5px] border-edge bg-lifted px-3.5 py-2.5">
      <div>
        <label htmlFor={id} className="font-semibold">Fresh artwork</label>
        <p id={`${id}-hint`} className="text-sm text-muted">The paint is still wet. Shown as a badge.</p>
      </div>
      <Switch.Root id={id} aria-describedby={`${id}-hint`} checked={value} onCheckedChange={onChange} className="relative h-7 w-12 shrink-0 rounded-full border-[1.5px] border-edge bg-ground transition-colors data-[state=checked]:border-action data-[state=checked]:bg-action">
        <Switch.Thumb className="block size-5 translate-x-0.5 rounded-full bg-ink transition-transform data-[state=checked]:translate-x-[22px] data-[state=checked]:bg-on-action" />
      </Switch.Root>
    </div>
  );
}
