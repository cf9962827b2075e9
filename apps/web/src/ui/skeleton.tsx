import clsx from 'clsx';

/** The shape of something that is loading; put a `role="status"` text beside a group of them. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx(
        'animate-chalk-sweep rounded-sm bg-lifted bg-[length:220%_100%] ' +
          'bg-[linear-gradient(100deg,transparent_35%,var(--line)_50%,transparent_65%)]',
        className ?? 'h-4 w-full',
      )}
    />
  );
}
