import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import type { GraphiQLPlugin } from '@graphiql/react';
import { examples } from './examples.js';
import type { Example } from './examples.js';

/** Where the list lies over the editor, as narrow.css has it. */
const narrow = window.matchMedia('(width < 760px)');

function Examples() {
  const actions = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const tabs = useGraphiQL((state) => state.tabs);
  const activeTab = useGraphiQL((state) => state.activeTabIndex);
  const open = ({ query, variables }: Example) => {
    const opened = tabs.findIndex((tab) => tab.query === query);
    if (opened < 0) {
      actions.addTab();
      queryEditor?.setValue(query);
      variableEditor?.setValue(variables);
    } else if (opened !== activeTab) actions.changeTab(opened);
    if (narrow.matches) actions.setVisiblePlugin(null);
  };
  return (
    <section aria-label="Examples">
      <h2>Examples</h2>
      <ul className="examples">
        {examples.map((example) => (
          <li key={example.name}>
            <button
              type="button"
              onClick={() => {
                open(example);
              }}
            >
              {example.name}
            </button>
            <p>{example.about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Icon = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
    <path d="M5 4h14v16H5zM8 8h8M8 12h8M8 16h5" />
  </svg>
);

/** Operations of both domains, each opened in a tab of its own. */
export const examplesPlugin: GraphiQLPlugin = { title: 'Examples', icon: Icon, content: Examples };
