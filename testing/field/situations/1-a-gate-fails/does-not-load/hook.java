class Gate implements Hook {{{
