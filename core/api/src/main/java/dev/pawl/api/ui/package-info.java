/**
 * The user interface that hooks may use. {@link Ui} asks and notifies the user, {@link Component} draws a part of the
 * screen, and {@link NoUi} answers where there is no user.
 */
package dev.pawl.api.ui;
