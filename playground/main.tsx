import './playground.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Playground } from './playground.js';

const place = document.getElementById('playground');
if (!place) throw new Error('the page has no place for the playground');
createRoot(place).render(
  <StrictMode>
    <Playground />
  </StrictMode>,
);
