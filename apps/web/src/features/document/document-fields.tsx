import { m } from '#messages';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import clsx from 'clsx';
import { RadioGroup, Switch } from 'radix-ui';
import { type Ref, useId } from 'react';
import { formatNumber } from '../../lib/format';
import { Field } from '../../ui/field';
import { WithProFactor } from '../membership';
import { AWARDS, type Role } from './drafts';
import { type PinType, pinTypes } from '../works';

const option = clsx(
  'cursor-pointer rounded-sm border-[1.5px] border-edge bg-lifted text-ink transition-colors hover:border-ink',
  'data-[state=checked]:border-action data-[state=checked]:bg-action data-[state=checked]:text-on-action',
);

interface PickerProps<Value> {
  /** The chosen radio button. */
  ref?: Ref<HTMLButtonElement>;
  value: Value;
  error?: string;
  onChange: (value: Value) => void;
}

export function PinPicker({ ref, value, error, onChange }: PickerProps<PinType>) {
  const chosen = pinTypes.find(({ type }) => type === value)!;
  return (
    <Field
      group
      label={m.document_pin()}
      error={error}
      hint={
        <ParaglideMessage
          message={m.document_pin_hint}
          inputs={{ name: chosen.name(), meaning: chosen.meaning() }}
          markup={{ bold: ({ children }) => <b>{children}</b> }}
        />
      }
    >
      {({ id, ...described }) => (
        <RadioGroup.Root
          id={id}
          {...described}
          value={value}
          onValueChange={(type) => onChange(type as PinType)}
          className="grid grid-cols-5 gap-2"
        >
          {pinTypes.map(({ type, name, emoji, meaning }) => (
            <RadioGroup.Item
              key={type}
              ref={type === value ? ref : undefined}
              value={type}
              aria-label={`${name()} (${meaning()})`}
              className={clsx(option, 'flex min-h-16 flex-col items-center justify-center gap-0.5 px-0.5 py-1.5')}
            >
              <span aria-hidden="true" className="text-2xl leading-none">
                {emoji}
              </span>
              <span aria-hidden="true" className="text-xs font-semibold [overflow-wrap:anywhere]">
                {name()}
              </span>
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      )}
    </Field>
  );
}

const roles = [
  { role: 'photographer', name: m.document_photographer, text: m.document_role_photographer },
  { role: 'artist', name: m.document_artist, text: m.document_role_artist },
] as const;

export function RolePicker({ ref, value, error, onChange }: PickerProps<Role>) {
  return (
    <Field group label={m.document_role()} error={error}>
      {({ id, ...described }) => (
        <RadioGroup.Root
          id={id}
          {...described}
          value={value}
          onValueChange={(role) => onChange(role as Role)}
          className="grid grid-cols-2 gap-2"
        >
          {roles.map(({ role, name, text }) => (
            <RadioGroup.Item
              key={role}
              ref={role === value ? ref : undefined}
              value={role}
              className={clsx(option, 'flex flex-col items-start px-3.5 py-2.5 text-start')}
            >
              <span className="font-semibold">{name()}</span>
              <span className="text-sm">
                <WithProFactor>{(factor) => text({ coins: formatNumber(AWARDS[role] * factor) })}</WithProFactor>
              </span>
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
        <label htmlFor={id} className="font-semibold">
          {m.works_fresh()}
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {m.document_fresh_hint()}
        </p>
      </div>
      <Switch.Root
        id={id}
        aria-describedby={`${id}-hint`}
        checked={value}
        onCheckedChange={onChange}
        className="relative h-7 w-12 shrink-0 rounded-full border-[1.5px] border-edge bg-ground transition-colors data-[state=checked]:border-action data-[state=checked]:bg-action"
      >
        <Switch.Thumb className="block size-5 translate-x-0.5 rounded-full bg-ink transition-transform data-[state=checked]:translate-x-[22px] data-[state=checked]:bg-on-action" />
      </Switch.Root>
    </div>
  );
}
