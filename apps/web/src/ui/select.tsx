import clsx from 'clsx';
import { Select as Radix } from 'radix-ui';
import type { ReactNode, Ref } from 'react';
import { controlStyle, Field } from './field';
import { Icon } from './icon';

export interface SelectOption<V extends string> {
  value: V;
  label: string;
}

interface SelectProps<V extends string> {
  value: V | undefined;
  onValueChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  id?: string;
  /** Of its button, so that a form can focus it. */
  ref?: Ref<HTMLButtonElement>;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export function Select<V extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  disabled,
  className,
  ...aria
}: SelectProps<V>) {
  return (
    <Radix.Root
      value={value ?? ''}
      onValueChange={(next) => {
        if (next) onValueChange(next as V);
      }}
      disabled={disabled}
    >
      <Radix.Trigger
        {...aria}
        className={clsx(
          controlStyle,
          'flex min-h-11 cursor-pointer items-center justify-between gap-2 text-start data-placeholder:text-muted',
          className,
        )}
      >
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon>
          <Icon name="chevronDown" size={16} />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          className="z-60 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border border-edge bg-raised shadow-shade data-[state=open]:animate-stick"
        >
          <Radix.Viewport className="p-1.5">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 py-2 outline-none data-highlighted:bg-action data-highlighted:text-on-action"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Icon name="check" size={16} />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function SelectField<V extends string>({
  label,
  hint,
  error,
  required,
  className,
  ...select
}: { label: string; hint?: ReactNode; error?: string; required?: boolean } & SelectProps<V>) {
  return (
    <Field {...{ label, hint, error, required, className }}>
      {({ 'aria-required': _nativeOnly, ...control }) => <Select {...select} {...control} />}
    </Field>
  );
}
