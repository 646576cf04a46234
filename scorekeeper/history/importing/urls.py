from django.urls import path

from scorekeeper.history.importing import views

urlpatterns = [
    path("import/", views.start, name="import"),
    path("import/<int:import_job>/", views.review, name="import_job"),
]
