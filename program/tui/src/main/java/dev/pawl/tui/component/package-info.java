/**
 * Components to build a screen from: texts, boxes, lists, pictures, differences. {@link SelectList} and
 * {@link SettingsList} let the user choose.
 */
package dev.pawl.tui.component;
