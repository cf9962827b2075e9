import { m } from '#messages';
import { Tabs } from 'radix-ui';
import { CodeBlock } from './code-block';
import { QUICK_STARTS } from './quick-start';

/** The same first program in each language. */
export function QuickStartTabs() {
  return (
    <Tabs.Root defaultValue={QUICK_STARTS[0].id} className="flex min-w-0 flex-col gap-3">
      <Tabs.List aria-label={m.developers_languages()} className="flex flex-wrap gap-2 border-b border-edge">
        {QUICK_STARTS.map(({ id, name }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="-mb-px min-h-11 border-b-3 border-transparent px-4 font-semibold hover:border-edge data-[state=active]:border-action-ink"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {QUICK_STARTS.map(({ id, name, code }) => (
        <Tabs.Content key={id} value={id}>
          <CodeBlock label={m.developers_code_in({ language: name })} code={code(window.location.origin)} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
