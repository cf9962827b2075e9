import { useState, type ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icon';

interface AccountSectionProps {
  icon: IconName;
  title: string;
  /** A short summary of the content. */
  summary: string;
  /** Rendered, and its data read, only once the section is opened. */
  children: () => ReactNode;
}

/** One row of the account settings: closed it shows a summary, open its controls. */
export function AccountSection({ icon, title, summary, children }: AccountSectionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group border-b border-line last:border-b-0"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-4 px-4 py-3 hover:bg-lifted sm:px-6 [&::-webkit-details-marker]:hidden">
        <Icon name={icon} size={24} className="shrink-0 text-action-ink" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          <span className="block text-sm text-muted">{summary}</span>
        </span>
        <Icon
          name="chevronDown"
          size={20}
          className="shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      {isOpen && <div className="px-4 pb-6 pt-2 sm:px-6">{children()}</div>}
    </details>
  );
}
