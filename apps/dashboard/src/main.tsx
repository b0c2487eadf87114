import './theme/all.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { followSystem } from './app/appearance.ts';
import { colorSchemeManager } from './app/color-scheme.ts';
import { router } from './app/router.tsx';
import { takeLinkCode } from './pages/entry/link-code.ts';
import { theme } from './theme/theme.ts';

// Before anything else reads the address.
function takeCode(): boolean {
  const rest = takeLinkCode(location, sessionStorage);
  if (rest === null) return false;
  history.replaceState(null, '', rest);
  return true;
}
takeCode();
// A second link that is pasted into the same tab loads nothing by itself.
addEventListener('hashchange', () => {
  if (takeCode()) location.reload();
});

followSystem();
createRoot(document.getElementById('root')!).render(
  <DirectionProvider>
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      // Both would write style elements, which the page's policy forbids: `theme/variables.css` has the variables.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </DirectionProvider>,
);
