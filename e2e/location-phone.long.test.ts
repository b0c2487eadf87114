// The same stories, with every screen in every look (`testing/counts.ts`).
import './location-phone.test.ts';
